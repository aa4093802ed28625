import { requestIdOf } from '#app/api/request-id.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { ACCEPT_LANDSCAPE, acceptLandscape } from '#lib/services/landscape/accept-landscape.ts'

/**
 * Confirms a restore or a move of the landscape. The service checks the role and records the
 * attempt.
 */
export const POST = writeRoute({ action: ACCEPT_LANDSCAPE }, async ({ user, request, body }) => {
  const call = { user, requestId: requestIdOf(request) }
  const accepted = await acceptLandscape(runtime().landscapeState, call, body)
  return Response.json(accepted, { headers: { 'cache-control': 'no-store' } })
})
