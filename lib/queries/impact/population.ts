import type { PopulationEntry } from '#lib/hap/impact/affected.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { RecordedRequest } from '#lib/store/claims/recorded-requests.ts'
import { onePerProcess } from '#lib/util/across-bundles.ts'
import type { KnownClusters } from '../cluster-register.ts'
import type { QueryContext } from '../query-context.ts'
import type { Cluster } from '../shoots/cluster.ts'
import { listAllClusters } from '../shoots/cluster-table.ts'
import { insertImportSource } from '../shoots/imported-plans.ts'
import { countChanges, type PlanOrigin, type PlanSource, resolvePlan, type SourcedPlan } from '../shoots/plan-source.ts'

/** What a draft is evaluated on: the current clusters, or recent requests. */
export const POPULATIONS = ['clusters', 'requests'] as const

export type Population = (typeof POPULATIONS)[number]

/** A cluster, or a request of several claims. */
export interface ImpactEntry extends PopulationEntry {
  readonly key: string
  /** Null for requests, and for a claim without a cluster. */
  readonly cluster: string | null
  /** Pool of its account; null for requests, and for an account without pool. */
  readonly now: Pool | null
  /**
   * Sources of plan and platform region; null where unknown, and for requests, which contain both.
   */
  readonly planFrom: PlanOrigin | null
  readonly platformRegionFrom: PlanOrigin | null
}

/** Lists every cluster of Gardener and the database with the request that the sources know. */
export function clusterPopulation(
  context: Pick<QueryContext, 'inventory' | 'plans'>,
  known: KnownClusters | null,
  imported: PlanSource | null,
): readonly ImpactEntry[] {
  const clusters = listAllClusters(context, known)
  if (imported !== null) {
    const sources = insertImportSource(context.plans, imported)
    return clusters.map(cluster => entryOf(cluster, resolvePlan(cluster, sources)))
  }
  const cache = cachedEntries(countChanges(context.plans))
  return clusters.map(cluster => {
    // Not cached: the pool of a claim without a shoot can change.
    if (cluster.shoot === null) return entryOf(cluster, cluster.sourced)
    const known = cache.get(cluster)
    if (known) return known
    const entry = entryOf(cluster, cluster.sourced)
    cache.set(cluster, entry)
    return entry
  })
}

const entries = onePerProcess('impact-entries', () => ({ changes: -1, byCluster: new WeakMap<Cluster, ImpactEntry>() }))

/** Caches entries until a plan source changes, because they do not depend on the draft. */
function cachedEntries(changes: number): WeakMap<Cluster, ImpactEntry> {
  if (entries.changes !== changes) {
    entries.changes = changes
    entries.byCluster = new WeakMap()
  }
  return entries.byCluster
}

/** Lists the distinct requests of claims. */
export function requestPopulation(recorded: readonly RecordedRequest[]): readonly ImpactEntry[] {
  return recorded.map(({ claims, at: _, ...asked }, index) => ({
    key: `request/${index}`,
    cluster: null,
    now: null,
    asked,
    clusters: claims,
    planFrom: null,
    platformRegionFrom: null,
  }))
}

function entryOf(cluster: Cluster, { plan, platformRegion }: SourcedPlan): ImpactEntry {
  const { shoot, claim, provider, region, globalAccount } = cluster
  return {
    key: shoot ? `shoot/${shoot.namespace}/${shoot.name}` : `claim/${claim?.id}`,
    cluster: cluster.name,
    now: cluster.pool,
    asked: {
      plan: plan?.value ?? null,
      provider: provider || null,
      platformRegion: platformRegion?.value ?? null,
      hyperscalerRegion: region || null,
      globalAccount: globalAccount || null,
    },
    clusters: 1,
    planFrom: plan?.origin ?? null,
    platformRegionFrom: platformRegion?.origin ?? null,
  }
}
