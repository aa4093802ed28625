import { eventsRoute } from '#app/api/operator-object.ts'
import { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'

export const GET = eventsRoute('KubeconfigRequest', (_objects, name) =>
  getKubeconfigDetail(kubeconfigSight(runtime(), runtime().store.now()), name),
)
