import { parseClaimChange } from '#app/api/claim-input.ts'
import { callerOf, claimOperator } from '#app/api/claim-operator.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { claimTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { claimView, explainedClaim } from '#lib/services/claims/claim-view.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'

interface Params {
  readonly id: string
}

const target = ({ id }: Params) => claimTarget(id)

export const GET = viewerRoute<Params>(async ({ params: { id } }) => {
  const { claims, store } = runtime()
  return explainedClaim(await claims.get(id), await readGrounds(store.db, id))
})

export const PATCH = writeRoute<Params>(
  { action: 'set-cluster', target, authorise: claimOperator('set-cluster') },
  async ({ user, params, request, body }) => {
    const { cluster } = parseClaimChange(body)
    const answer = await runtime().claims.setCluster(params.id, cluster, callerOf(user, request))
    return Response.json(claimView(answer), { headers: NO_STORE })
  },
)

export const DELETE = writeRoute<Params>(
  { action: 'release', target, authorise: claimOperator('release') },
  async ({ user, params, request }) => {
    const answer = await runtime().claims.release(params.id, callerOf(user, request))
    // 202: the account is handled once the cluster is deleted.
    const status = answer.claim.status === 'releasing' ? 202 : 200
    return Response.json(claimView(answer), { status, headers: NO_STORE })
  },
)

const NO_STORE = { 'cache-control': 'no-store' }
