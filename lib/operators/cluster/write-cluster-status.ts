import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import {
  CLUSTER_CONDITIONS,
  type Cluster,
  type ClusterReason,
  type ClusterStatus,
  type ClusterType,
  SHOOT_CONDITIONS,
} from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { type Condition, type Finding, findCondition, setConditions } from '#lib/operators/framework/conditions.ts'
import { applyStatus } from '#lib/operators/framework/object-helpers.ts'
import { type ClusterContext, OPERATOR } from './cluster-context.ts'
import { isMirrored, type ShootFinding } from './shoot-conditions.ts'

export type ClusterFinding = Finding<typeof CLUSTER_CONDITIONS>

/** A finding of one condition of a Cluster. */
export function clusterFinding<Type extends ClusterType>(
  type: Type,
  status: ClusterFinding['status'],
  reason: ClusterReason<Type>,
  message: string,
): ClusterFinding {
  // The compiler cannot tell that the reason is one of this very type.
  return { type, status, reason, message } as ClusterFinding
}

/** Where a Cluster is. */
export function placeOfCluster({ metadata: { namespace, name } }: Cluster): ObjectPlace {
  return { resource: CLUSTERS, namespace, name }
}

/** What a run found out beside conditions; what it did not look at stays as it was, and what is `undefined` goes. */
export type ClusterFacts = {
  readonly [Fact in keyof Omit<ClusterStatus, 'conditions' | 'observedGeneration'>]: ClusterStatus[Fact] | undefined
}

interface ClusterNews {
  readonly findings: readonly ClusterFinding[]
  /** Gardener's of the shoot, all there are; null where nobody looked, and those there were stay. */
  readonly mirrored: readonly ShootFinding[] | null
  readonly facts: ClusterFacts
}

/**
 * Says what was found, and in an event when Ready has another reason than before. Throws GardenError, `conflict` when the Cluster has
 * changed since.
 */
export async function writeClusterStatus(
  { control, events, now }: Pick<ClusterContext, 'control' | 'events' | 'now'>,
  cluster: Cluster,
  { findings, mirrored, facts }: ClusterNews,
  signal: AbortSignal,
): Promise<void> {
  const { generation } = cluster.metadata
  const { conditions: before = [], observedGeneration: _, ...known } = cluster.status ?? {}
  const occasion = { generation, now: now() }
  const own = setConditions(CLUSTER_CONDITIONS, before.filter(isOwn), findings, occasion)
  const conditions = [...own, ...mirroredNow(before.filter(isMirrored), mirrored, occasion)]
  const status = { ...known, ...facts, observedGeneration: generation, conditions } as ClusterStatus
  await applyStatus({ client: control, manager: OPERATOR }, placeOfCluster(cluster), cluster, status, signal)
  const ready = findings.find(({ type }) => type === 'Ready')
  if (ready === undefined || findCondition(before, 'Ready')?.reason === ready.reason) return
  const type = ready.reason === 'Failed' ? 'Warning' : 'Normal'
  events.record(CLUSTERS, cluster, { type, reason: ready.reason, action: 'Reconcile', note: ready.message })
}

type Mirrored = Parameters<typeof setConditions<typeof SHOOT_CONDITIONS>>

/** Those the shoot has no longer go. */
function mirroredNow(before: NonNullable<Mirrored[1]>, found: Mirrored[2] | null, occasion: Mirrored[3]) {
  if (found === null) return before
  const types = new Set(found.map(({ type }) => type))
  return setConditions(
    SHOOT_CONDITIONS,
    before.filter(({ type }) => types.has(type)),
    found,
    occasion,
  )
}

function isOwn(condition: Condition): condition is Condition<ClusterType, ClusterReason> {
  return !isMirrored(condition)
}

/** How the cluster of a Cluster is, after what could be done was done. */
export interface ReconciledCluster extends ClusterNews {
  /** Epoch milliseconds before which nobody has to look again, and when somebody does; null = nothing is due. */
  readonly nextLook: number | null
  /** Milliseconds for which the server asked to be left alone. */
  readonly waitMs?: number
}
