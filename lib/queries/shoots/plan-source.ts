import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'

/** Where the plan and the platform region of a cluster may be known from, most trusted first. */
export type PlanOrigin = 'database' | 'kim' | 'import' | 'label'

/** A cluster as a source is asked for it: what Gardener and the database say of it. */
export interface PlannedCluster {
  readonly shoot: Pick<Shoot, 'name' | 'runtimeId' | 'labelled'> | null
  readonly claim: Pick<ClusterClaim, 'id' | 'cluster' | 'plan'> | null
}

/** One place that knows plans and platform regions: Gardener's shoots carry neither. */
export interface PlanSource {
  readonly origin: PlanOrigin
  /** Null for a cluster it does not know at all. */
  of(cluster: PlannedCluster): PlanFacts | null
  /** Grows whenever it may say something else of a cluster that is itself the same; absent where it never does. */
  readonly changes?: number
  /** Platform regions of any cluster; absent where only clusters can be asked about. */
  platformRegions?(): Iterable<string>
}

/** A value with where it is from. */
interface Sourced {
  readonly value: string
  readonly origin: PlanOrigin
}

/** Plan and platform region of a cluster; null for what no source knows. */
export interface SourcedPlan {
  readonly plan: Sourced | null
  readonly platformRegion: Sourced | null
}

/** Asks the sources in their order, for each of the two on its own: a claim may know the plan and KIM the platform region. */
export function resolvePlan(cluster: PlannedCluster, sources: readonly PlanSource[]): SourcedPlan {
  let plan: Sourced | null = null
  let platformRegion: Sourced | null = null
  for (const source of sources) {
    const facts = source.of(cluster)
    if (facts === null) continue
    const { origin } = source
    if (plan === null && facts.plan) plan = { value: facts.plan, origin }
    if (platformRegion === null && facts.platformRegion) platformRegion = { value: facts.platformRegion, origin }
    if (plan !== null && platformRegion !== null) break
  }
  return { plan, platformRegion }
}

/** Grows with the changes of any source: while it is the same, the same clusters have the same plans. */
export function countChanges(sources: readonly PlanSource[]): number {
  return sources.reduce((sum, { changes = 0 }) => sum + changes, 0)
}
