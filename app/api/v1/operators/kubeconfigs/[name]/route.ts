import { kubeconfigSight } from '#app/api/kubeconfig-sight.ts'
import { requireObject } from '#app/api/operator-object.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { kubeconfigDetail } from '#lib/queries/operators/kubeconfigs/kubeconfig-detail.ts'

export const GET = viewerRoute<{ name: string }>(({ context, params }) =>
  requireObject('KubeconfigRequest', params.name, (_objects, name) =>
    kubeconfigDetail(kubeconfigSight(context.at), name),
  ),
)
