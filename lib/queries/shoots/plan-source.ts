import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'

/** Sources of plan and platform region, most trusted first. */
export type PlanOrigin = 'database' | 'kim' | 'import' | 'label'

/** Input of a source: shoot and claim of a cluster. */
export interface PlannedCluster {
  readonly shoot: Pick<Shoot, 'name' | 'runtimeId' | 'labelled'> | null
  readonly claim: Pick<ClusterClaim, 'id' | 'cluster' | 'plan'> | null
}

/** A source of plans and platform regions, which Gardener's shoots do not have. */
export interface PlanSource {
  readonly origin: PlanOrigin
  /** Returns null for an unknown cluster. */
  of(cluster: PlannedCluster): PlanFacts | null
  /** Increases when answers for unchanged clusters may change; absent when they never do. */
  readonly changes?: number
  /** Lists known platform regions; absent when the source only answers for clusters. */
  platformRegions?(): Iterable<string>
}

/** A value with its source. */
interface Sourced {
  readonly value: string
  readonly origin: PlanOrigin
}

/** Plan and platform region of a cluster; null where no source knows them. */
export interface SourcedPlan {
  readonly plan: Sourced | null
  readonly platformRegion: Sourced | null
}

/**
 * Asks the sources in order, separately for each value: a claim may know the plan and KIM the
 * platform region.
 */
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

/** Sums the changes of all sources; an equal sum implies equal answers for equal clusters. */
export function countChanges(sources: readonly PlanSource[]): number {
  return sources.reduce((sum, { changes = 0 }) => sum + changes, 0)
}
