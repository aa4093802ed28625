import { requestIdOf } from '#app/api/request-id.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { buildTokenCall, revokeToken, TOKEN_ENTRIES } from '#lib/services/tokens/token.ts'

/** Revokes a token, which remains listed for a while. */
export const DELETE = writeRoute<{ readonly id: string }>(
  { action: TOKEN_ENTRIES.revoke, target: ({ id }) => tokenTarget(id) },
  async ({ user, params: { id }, request }) =>
    Response.json(await revokeToken(buildTokenCall(runtime(), user, requestIdOf(request)), id), {
      headers: { 'cache-control': 'no-store' },
    }),
)
