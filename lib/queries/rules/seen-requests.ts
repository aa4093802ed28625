import { z } from 'zod'
import { mergeCombinations, type RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { MAX_IMPORT_LENGTH } from '#lib/hap/plans/imported-plans.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { readInput } from '#lib/input-problems.ts'
import type { PreviewServices } from '../impact/draft-impact.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import type { Cluster } from '../shoots/cluster.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { listAllClusters } from '../shoots/cluster-table.ts'
import { insertImportSource, readImportedSource } from '../shoots/imported-plans.ts'
import { resolvePlan } from '../shoots/plan-source.ts'

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
export function collectSeenRequests(context: QueryContext, known: KnownClusters | null): SeenRequests {
  const seen: RequestCombination[] = []
  let withoutPlan = 0
  for (const cluster of listAllClusters(context, known)) {
    const { plan, platformRegion } = resolvePlan(cluster, context.plans)
    if (plan === null) withoutPlan++
    else seen.push(oneOf(cluster, plan.value, platformRegion?.value ?? null))
  }
  const pools = Array.from(getPoolFacts(context).pools.values(), ({ pool, accounts }) => ({ ...pool, accounts }))
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

export const SeenRequestsInput = z.object({
  /** Plans by cluster, as formatPlansFile writes them. */
  imported: z.string().max(MAX_IMPORT_LENGTH, { error: 'The imported plans are too long.' }),
})

/** How clusters were requested, with plans from a file, of which nothing is kept. Throws ZodError, RefusedRequestError. */
export async function loadSeenRequests(
  services: Omit<PreviewServices, 'store'>,
  input: unknown,
): Promise<SeenRequests> {
  const source = readImportedSource(readInput(SeenRequestsInput, input).imported)
  const known = await services.clusters.read()
  // The moment after the wait.
  const context = services.context()
  return collectSeenRequests({ ...context, plans: insertImportSource(context.plans, source) }, known)
}
