import { clusterReconciler } from '#lib/operators/cluster/cluster-reconciler.ts'
import { clusterSources } from '#lib/operators/cluster/cluster-sources.ts'
import { LATE_MS } from '#lib/operators/cluster/delete-cluster.ts'
import { createController } from '#lib/operators/framework/controller.ts'
import { operatorEvents, type Term } from './operator-context.ts'

/** The Cluster operator of a term, not yet started. `installation`: see KubeconfigContext. */
export function clusterAtWork(term: Term, installation: string) {
  const { control, garden, claims, opener, project, stores } = term
  const { clusters, subscriptions, shoots, kubeconfigs, ways } = stores
  const events = operatorEvents(term, 'cluster-operator')
  const controller = createController({
    name: 'cluster',
    reconciler: clusterReconciler({
      control,
      garden,
      claims,
      clusters,
      requests: subscriptions,
      project,
      opener,
      installation,
      events,
      now: Date.now,
      lateMs: LATE_MS,
    }),
    ...clusterSources({ clusters, requests: subscriptions, shoots, kubeconfigs, ways }),
    onFailure: term.failed('cluster'),
  })
  return { controller, below: [events] }
}
