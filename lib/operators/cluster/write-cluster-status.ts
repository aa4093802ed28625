import type { ObjectPlace } from '#lib/garden/client/client.ts'
import type { Cluster, ClusterStatus } from '#lib/operators/api/cluster.ts'
import { CLUSTER_CONDITIONS } from '#lib/operators/api/cluster-conditions.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { applyStatus } from '#lib/operators/framework/apply-status.ts'
import { findCondition, setConditions } from '#lib/operators/framework/conditions.ts'
import { type ClusterContext, OPERATOR } from './cluster-context.ts'
import type { ClusterFinding } from './cluster-finding.ts'

/** Where a Cluster is. */
export function placeOfCluster({ metadata: { namespace, name } }: Cluster): ObjectPlace {
  return { resource: CLUSTERS, namespace, name }
}

/** What a run found out beside conditions; what it did not look at stays as it was. */
export type ClusterFacts = Omit<ClusterStatus, 'conditions' | 'observedGeneration'>

/**
 * Says what was found, and in an event when Ready has another reason than before. Throws GardenError, `conflict` when the Cluster has
 * changed since.
 */
export async function writeClusterStatus(
  { control, events, now }: ClusterContext,
  cluster: Cluster,
  found: readonly ClusterFinding[],
  facts: ClusterFacts,
  signal: AbortSignal,
): Promise<void> {
  const { generation } = cluster.metadata
  const { conditions: before, observedGeneration: _, ...known } = cluster.status ?? {}
  const conditions = setConditions(CLUSTER_CONDITIONS, before, found, { generation, now: now() })
  const status = { ...known, ...facts, observedGeneration: generation, conditions }
  await applyStatus({ client: control, manager: OPERATOR }, placeOfCluster(cluster), cluster, status, signal)
  const ready = found.find(({ type }) => type === 'Ready')
  if (ready === undefined || findCondition(before, 'Ready')?.reason === ready.reason) return
  const type = ready.reason === 'Failed' ? 'Warning' : 'Normal'
  events.record(CLUSTERS, cluster, { type, reason: ready.reason, action: 'Reconcile', note: ready.message })
}
