import type { ClusterSpec, ClusterStatus } from '#lib/operators/api/cluster.ts'
import { clusterDeletionFacts } from '#lib/operators/api/deletion-facts.ts'
import { keyText } from '#lib/operators/framework/reconciler.ts'
import { countOtherUses } from './binding-uses.ts'
import { buildClusterRow, type ClusterRow } from './cluster-list.ts'
import { listUnrevoked } from './kubeconfig-state.ts'
import { buildDeletionOffer, buildObjectDetail, type DeletionOffer, type ObjectDetail } from './object-detail.ts'
import type { OperatorObjects } from './operator-objects.ts'
import { buildSubscriptionRow, type SubscriptionRow } from './subscription-list.ts'

/** Content of the page of a Cluster. */
export interface ClusterDetail extends ObjectDetail {
  readonly row: ClusterRow
  readonly spec: ClusterSpec
  /** SubscriptionRequest that it created for its account. */
  readonly subscription: SubscriptionRow | null
  readonly lastOperation: NonNullable<ClusterStatus['lastOperation']> | null
  /** Users with cluster-admin. */
  readonly administrators: readonly string[]
  /** Number of its KubeconfigRequests. */
  readonly kubeconfigs: number
  /** Names of those that are not revoked. */
  readonly unrevoked: readonly string[]
  readonly deletion: DeletionOffer
}

/** Returns the detail of a Cluster; null when it does not exist. */
export function getClusterDetail(objects: OperatorObjects, name: string): ClusterDetail | null {
  const key = { namespace: objects.namespace, name }
  const cluster = objects.clusters.get(key)
  if (cluster === null) return null
  const kubeconfigs = objects.kubeconfigs.by('cluster', keyText(key)).length
  const [request] = objects.subscriptions.ownedBy(cluster.metadata.uid)
  const row = buildClusterRow(cluster, objects)
  return {
    ...buildObjectDetail(objects, 'Cluster', cluster),
    row,
    spec: cluster.spec,
    subscription: request ? buildSubscriptionRow(request) : null,
    lastOperation: cluster.status?.lastOperation ?? null,
    administrators: cluster.status?.administrators ?? [],
    kubeconfigs,
    unrevoked: listUnrevoked(objects, key),
    deletion: buildDeletionOffer(clusterDeletionFacts(cluster, kubeconfigs, countOtherUses(objects, row.binding))),
  }
}
