import type { Asking } from '#lib/hap/impact/asking.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { RecordedRequest } from '#lib/store/rules/recorded-requests.ts'
import type { QueryContext } from '../query-context.ts'
import { withImport } from '../rules/import-plans.ts'
import { type PlanOrigin, type PlanSource, resolvePlan } from '../rules/plan-source.ts'
import { allClusters } from '../shoots/all-clusters.ts'
import type { Cluster } from '../shoots/cluster.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'

/** Whom other rules are held against: the clusters there are, or what was asked for lately. */
export const POPULATIONS = ['clusters', 'requests'] as const

export type Population = (typeof POPULATIONS)[number]

/** A cluster, or a request as several claims asked it. */
export interface ImpactEntry extends Asking {
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
  const sources = withImport(context.plans, imported)
  return allClusters(context, known).map(cluster => entryOf(cluster, sources))
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

function entryOf(cluster: Cluster, sources: readonly PlanSource[]): ImpactEntry {
  const { shoot, claim, provider, region, globalAccount } = cluster
  const { plan, platformRegion } = resolvePlan(cluster, sources)
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
