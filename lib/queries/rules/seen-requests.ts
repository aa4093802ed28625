import { mergeCombinations, type RequestCombination } from '#lib/hap/analysis/coverage.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { poolFacts } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { allClusters } from '../shoots/all-clusters.ts'
import type { Cluster } from '../shoots/cluster.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { resolvePlan } from './plan-source.ts'

/** A pool with the bindings it has. */
interface PoolSize extends Pool {
  readonly accounts: number
}

/** What rules can be held against: how the clusters of the landscape were requested, and the pools there are. */
export interface SeenRequests {
  readonly combinations: readonly RequestCombination[]
  /** Clusters about which no source knows the plan, so that they are in no combination. */
  readonly withoutPlan: number
  /** Whether clusters are missing that only the database knows: it does not answer. */
  readonly partial: boolean
  /** Pools that have a binding. */
  readonly pools: readonly PoolSize[]
}

/** How every cluster known to Gardener or to the database was requested, as far as its plan is known. */
export function seenRequests(context: QueryContext, known: KnownClusters | null): SeenRequests {
  const seen: RequestCombination[] = []
  let withoutPlan = 0
  for (const cluster of allClusters(context, known)) {
    const { plan, platformRegion } = resolvePlan(cluster, context.plans)
    if (plan === null) withoutPlan++
    else seen.push(oneOf(cluster, plan.value, platformRegion?.value ?? null))
  }
  const pools = Array.from(poolFacts(context).pools.values(), ({ pool, accounts }) => ({ ...pool, accounts }))
  return { combinations: mergeCombinations(seen), withoutPlan, partial: known === null, pools }
}

function oneOf({ provider, region, shoot, claim }: Cluster, plan: string, platformRegion: string | null) {
  const at = Date.parse(shoot?.createdAt ?? claim?.at ?? '')
  return {
    plan,
    provider,
    platformRegion,
    hyperscalerRegion: region || null,
    clusters: 1,
    lastAt: Number.isNaN(at) ? null : at,
  }
}
