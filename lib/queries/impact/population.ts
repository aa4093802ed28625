import { onePerProcess } from '#lib/across-bundles.ts'
import type { PopulationEntry } from '#lib/hap/impact/affected.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { RecordedRequest } from '#lib/store/claims/recorded-requests.ts'
import type { QueryContext } from '../query-context.ts'
import type { Cluster } from '../shoots/cluster.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { listAllClusters } from '../shoots/cluster-table.ts'
import { insertImportSource } from '../shoots/imported-plans.ts'
import { countChanges, type PlanOrigin, type PlanSource, resolvePlan, type SourcedPlan } from '../shoots/plan-source.ts'

/** Whom other rules are held against: the clusters there are, or what was asked for lately. */
export const POPULATIONS = ['clusters', 'requests'] as const

export type Population = (typeof POPULATIONS)[number]

/** A cluster, or a request as several claims asked it. */
export interface ImpactEntry extends PopulationEntry {
  readonly key: string
  /** Name of the cluster; null for requests, and for a claim whose cluster nobody named yet. */
  readonly cluster: string | null
  /** The pool of the account it runs on; null for requests, and for an account in no pool. */
  readonly now: Pool | null
  /** Who tells plan and platform region; null where nobody does, and for requests, which tell it themselves. */
  readonly planFrom: PlanOrigin | null
  readonly platformRegionFrom: PlanOrigin | null
}

/** Every cluster that Gardener or the database knows, with what the sources tell of its request. */
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
  const kept = cachedEntries(countChanges(context.plans))
  return clusters.map(cluster => {
    // The pool of a claim without a shoot may become another one.
    if (cluster.shoot === null) return entryOf(cluster, cluster.sourced)
    const known = kept.get(cluster)
    if (known) return known
    const entry = entryOf(cluster, cluster.sourced)
    kept.set(cluster, entry)
    return entry
  })
}

const entries = onePerProcess('impact-entries', () => ({ changes: -1, byCluster: new WeakMap<Cluster, ImpactEntry>() }))

/** Entries of clusters as they were made before, as long as who tells the plans says the same: a draft changes none of them. */
function cachedEntries(changes: number): WeakMap<Cluster, ImpactEntry> {
  if (entries.changes !== changes) {
    entries.changes = changes
    entries.byCluster = new WeakMap()
  }
  return entries.byCluster
}

/** What claims asked for, each distinct request once. */
export function requestPopulation(recorded: readonly RecordedRequest[]): readonly ImpactEntry[] {
  return recorded.map(({ claims, at: _, ...asked }, place) => ({
    key: `request/${place}`,
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
