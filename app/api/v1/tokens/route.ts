import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { createToken, shownToken } from '#lib/services/tokens/create-token.ts'
import { buildTokenCall, listTokens, TOKEN_ENTRIES } from '#lib/services/tokens/token.ts'

export const GET = viewerRoute(async ({ user }) => ({
  tokens: await listTokens(buildTokenCall(runtime(), user, null)),
}))

/** The only response that contains the token itself. */
export const POST = writeRoute({ action: TOKEN_ENTRIES.create }, async ({ user, request, body }) => {
  const call = { ...buildTokenCall(runtime(), user, requestIdOf(request)), signedInAt: await signInOf(user) }
  const made = await createToken(call, body)
  const headers = { 'cache-control': 'no-store' }
  return Response.json(shownToken(made), { status: 201, headers })
})
