import type { PopulationEntry } from '#lib/hap/impact/affected.ts'
import type { Cluster } from './inventory-schema.ts'

/** Clusters of a file as a population: a region that is not given is empty, a provider may follow from the plan. */
export function requestedClusters(clusters: readonly Cluster[]): readonly PopulationEntry[] {
  return clusters.map(({ count, provider = null, globalAccount, ...asked }) => ({
    asked: { ...asked, provider, globalAccount: globalAccount || null },
    clusters: count,
  }))
}
