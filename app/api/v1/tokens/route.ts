import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { tokenCall } from '#app/api/token-call.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { createToken, shownToken } from '#lib/services/tokens/create-token.ts'
import { listTokens } from '#lib/services/tokens/list-tokens.ts'
import { TOKEN_ENTRIES } from '#lib/services/tokens/token-audit.ts'

export const GET = viewerRoute(async ({ user }) => ({ tokens: await listTokens(tokenCall(user, null)) }))

/** The one answer with the token itself. */
export const POST = writeRoute({ action: TOKEN_ENTRIES.create }, async ({ user, request, body }) => {
  const call = { ...tokenCall(user, requestIdOf(request)), signedInAt: await signInOf(user) }
  const made = await createToken(call, body)
  const headers = { 'cache-control': 'no-store' }
  return Response.json(shownToken(made), { status: 201, headers })
})
