import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { globalAccountOf } from '#lib/operators/api/global-account-of.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/names.ts'
import type { Condition } from '#lib/operators/framework/condition.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type ResourceState, type Standing, standingOf } from '../resource-state.ts'

/** A Cluster in a list. */
export interface ClusterRow extends Standing {
  readonly name: string
  /** Null for a cluster that was brought. */
  readonly provider: string | null
  readonly plan: string | null
  readonly region: string | null
  readonly globalAccount: string | null
  readonly binding: BindingRef | null
  readonly shoot: { readonly namespace: string; readonly name: string } | null
  /** Place of its request in the queue of a pool, from 1; null while it does not wait there. */
  readonly position: number | null
  readonly administrators: number
  /** RFC 3339. */
  readonly createdAt: string
}

/** All Clusters; none without a control plane. */
export function clusterRows(objects: OperatorObjects | null): readonly ClusterRow[] {
  return objects === null ? [] : Array.from(objects.clusters.all(), cluster => clusterRow(cluster, objects))
}

/** A Cluster as a list has it. */
export function clusterRow(cluster: Cluster, objects: Pick<OperatorObjects, 'subscriptions'>): ClusterRow {
  const { metadata, spec, status } = cluster
  const { labels = {} } = metadata
  const request = objects.subscriptions.ownedBy(metadata.uid)[0]
  const { shootRef } = status ?? {}
  return {
    ...standingOf(cluster, stateOf),
    name: metadata.name,
    provider: spec.infrastructure?.provider ?? null,
    plan: labels[CLUSTER_LABELS.plan] ?? null,
    region: spec.core?.region ?? null,
    globalAccount: globalAccountOf({ labels, spec }),
    binding: status?.bindingRef ?? null,
    shoot: shootRef ? { namespace: shootRef.namespace, name: shootRef.name } : null,
    position: request?.status?.position ?? null,
    administrators: spec.administrators?.length ?? 0,
    createdAt: metadata.creationTimestamp,
  }
}

const STATES: Readonly<Record<string, ResourceState>> = {
  Ready: 'ready',
  Waiting: 'waiting',
  InProgress: 'in-progress',
  Failed: 'failed',
  Deleting: 'deleting',
}

function stateOf({ reason }: Pick<Condition, 'reason'>): ResourceState {
  return STATES[reason] ?? 'in-progress'
}
