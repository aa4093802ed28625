import type { PlanFacts } from '#lib/hap/plans/plan-facts.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/cluster-claims.ts'

/** Where the plan and the platform region of a cluster may be known from, most trusted first. */
export type PlanOrigin = 'database' | 'kim' | 'import' | 'label'

/** A cluster as a source is asked for it: what Gardener and the database say of it. */
export interface AskedCluster {
  readonly shoot: Pick<Shoot, 'name' | 'runtimeId' | 'labelled'> | null
  readonly claim: Pick<ClusterClaim, 'id' | 'cluster' | 'plan'> | null
}

/** One place that knows plans and platform regions: Gardener's shoots carry neither. */
export interface PlanSource {
  readonly origin: PlanOrigin
  /** Null for a cluster it does not know at all. */
  of(cluster: AskedCluster): PlanFacts | null
}

/** A value with where it is from. */
interface Sourced {
  readonly value: string
  readonly origin: PlanOrigin
}

/** Plan and platform region of a cluster; null for what no source knows. */
interface SourcedPlan {
  readonly plan: Sourced | null
  readonly platformRegion: Sourced | null
}

/** Asks the sources in their order, for each of the two on its own: a claim may know the plan and KIM the platform region. */
export function resolvePlan(cluster: AskedCluster, sources: readonly PlanSource[]): SourcedPlan {
  return { plan: firstKnown('plan', cluster, sources), platformRegion: firstKnown('platformRegion', cluster, sources) }
}

/** What the first source that knows it says of one of the two; null when none does. */
function firstKnown(attribute: keyof PlanFacts, cluster: AskedCluster, sources: readonly PlanSource[]): Sourced | null {
  for (const source of sources) {
    const value = source.of(cluster)?.[attribute]
    if (value) return { value, origin: source.origin }
  }
  return null
}
