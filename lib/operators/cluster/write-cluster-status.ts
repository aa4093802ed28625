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

/** Finding of a condition of a Cluster. */
export type ClusterFinding = Finding<typeof CLUSTER_CONDITIONS>

/** Builds the finding of a condition. */
export function clusterFinding<Type extends ClusterType>(
  type: Type,
  status: ClusterFinding['status'],
  reason: ClusterReason<Type>,
  message: string,
): ClusterFinding {
  // The compiler cannot relate the reason to the type.
  return { type, status, reason, message } as ClusterFinding
}

/** API path of a Cluster. */
export function placeOfCluster({ metadata: { namespace, name } }: Cluster): ObjectPlace {
  return { resource: CLUSTERS, namespace, name }
}

/** Status fields of a run beside conditions; missing ones stay, `undefined` removes. */
export type ClusterFacts = {
  readonly [Fact in keyof Omit<ClusterStatus, 'conditions' | 'observedGeneration'>]: ClusterStatus[Fact] | undefined
}

interface ClusterNews {
  readonly findings: readonly ClusterFinding[]
  /** All conditions of the shoot; null without a read, which keeps the present ones. */
  readonly mirrored: readonly ShootFinding[] | null
  readonly facts: ClusterFacts
}

/**
 * Writes the status, and an event when the reason of Ready changes. Throws GardenError, `conflict`
 * for an outdated version of the Cluster.
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

/** Removes conditions that the shoot no longer has. */
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

/** Result of reconciling a Cluster. */
export interface ReconciledCluster extends ClusterNews {
  /** Epoch milliseconds of the next run; null = only after a change. */
  readonly nextLook: number | null
  /** Retry-After of a server in milliseconds. */
  readonly waitMs?: number
}
