import { requireObject } from '#app/api/operator-object.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'

export const GET = viewerRoute<{ name: string }>(({ context, params }) =>
  requireObject('KubeconfigRequest', params.name, (_objects, name) =>
    getKubeconfigDetail(kubeconfigSight(runtime(), context.at), name),
  ),
)
