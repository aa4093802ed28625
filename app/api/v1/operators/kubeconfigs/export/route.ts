import { exportRoute } from '#app/api/export-route.ts'
import { exportKubeconfigs } from '#lib/queries/operators/kubeconfig-list.ts'
import { runtime } from '#lib/runtime.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'

export const GET = exportRoute('kubeconfigs', ({ at }, _known, request) =>
  exportKubeconfigs(kubeconfigSight(runtime(), at), request),
)
