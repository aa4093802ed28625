import { exportRoute } from '#app/api/export-route.ts'
import { kubeconfigSight } from '#app/api/kubeconfig-sight.ts'
import { exportKubeconfigs } from '#lib/queries/operators/kubeconfigs/export-kubeconfigs.ts'

export const GET = exportRoute('kubeconfigs', ({ at }, _known, request) =>
  exportKubeconfigs(kubeconfigSight(at), request),
)
