import type { PlanOrigin } from '../rules/plan-source.ts'
import type { ImpactEntry } from './population.ts'

/** Clusters by who tells one of the two of them. */
type Share = Readonly<Record<PlanOrigin | 'nobody', number>>

export interface OriginShares {
  readonly plan: Share
  readonly platformRegion: Share
}

/** The share of each source in what is known of clusters. */
export function originShares(population: readonly ImpactEntry[]): OriginShares {
  const plan = { database: 0, kim: 0, import: 0, label: 0, nobody: 0 }
  const platformRegion = { ...plan }
  for (const { planFrom, platformRegionFrom, clusters } of population) {
    plan[planFrom ?? 'nobody'] += clusters
    platformRegion[platformRegionFrom ?? 'nobody'] += clusters
  }
  return { plan, platformRegion }
}
