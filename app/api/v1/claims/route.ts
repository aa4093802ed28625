import { claimResponse, recordView } from '#app/api/claim-answer.ts'
import { parseClaim, parseClaimFilter, parseKey } from '#app/api/claim-input.ts'
import { requestIdOf, requireClaimOperator } from '#app/api/claim-operator.ts'
import { operatorRoute } from '#app/api/operator-route.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ query }) => {
  const { claims, total } = await runtime().claims.list(parseClaimFilter(query))
  return { claims: claims.map(recordView), total }
})

const ANYBODY = { role: 'viewer' } as const

export const POST = operatorRoute(async ({ user, request, body }) => {
  await requireClaimOperator(user, { action: 'claim', id: null, request })
  const key = parseKey(request.headers)
  const asked = parseClaim(body, runtime().settings.active.plans)
  const actor = { name: user.name, role: user.role }
  return claimResponse(await runtime().claims.claim({ ...asked, actor, requestId: requestIdOf(request) }, key))
}, ANYBODY)
