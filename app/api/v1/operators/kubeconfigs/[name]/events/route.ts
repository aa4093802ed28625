import { kubeconfigSight } from '#app/api/kubeconfig-sight.ts'
import { eventsRoute } from '#app/api/operator-object.ts'
import { kubeconfigDetail } from '#lib/queries/operators/kubeconfigs/kubeconfig-detail.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = eventsRoute('KubeconfigRequest', (_objects, name) =>
  kubeconfigDetail(kubeconfigSight(runtime().store.now()), name),
)
