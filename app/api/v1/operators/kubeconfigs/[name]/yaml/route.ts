import { yamlRoute } from '#app/api/operator-object.ts'
import { withoutKubeconfig } from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'

export const GET = yamlRoute(
  KUBECONFIG_REQUESTS,
  'KubeconfigRequest',
  (_objects, name) => getKubeconfigDetail(kubeconfigSight(runtime(), runtime().store.now()), name),
  withoutKubeconfig,
)
