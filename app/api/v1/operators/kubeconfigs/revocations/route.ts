import { kubeconfigVerb } from '#app/api/kubeconfig-verb.ts'
import { revokeCluster } from '#lib/services/kubeconfigs/revoke-cluster.ts'

export const POST = kubeconfigVerb('revoke-all', async (context, call) =>
  Response.json(await revokeCluster(context, call), { status: 202, headers: { 'cache-control': 'no-store' } }),
)
