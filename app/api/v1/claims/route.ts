import { parseClaim, parseClaimFilter, parseKey } from '#app/api/claim-input.ts'
import { callerOf, claimOperator } from '#app/api/claim-operator.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { claimResponse, recordView } from '#lib/services/claims/claim-view.ts'

export const GET = viewerRoute(async ({ query }) => {
  const { claims, total } = await runtime().claims.list(parseClaimFilter(query))
  return { claims: claims.map(recordView), total }
})

export const POST = writeRoute(
  { action: 'claim', authorise: claimOperator('claim') },
  async ({ user, request, body }) => {
    const key = parseKey(request.headers)
    const asked = parseClaim(body, runtime().rules.active.plans)
    return claimResponse(await runtime().claims.claim({ ...asked, ...callerOf(user, request) }, key))
  },
)
