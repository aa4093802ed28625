import { z } from 'zod'
import { mergeCombinations, type RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { MAX_IMPORT_LENGTH } from '#lib/hap/plans/imported-plans.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { parseInput } from '#lib/input-problems.ts'
import type { KnownClusters } from '../cluster-register.ts'
import type { PreviewServices } from '../impact/draft-impact.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import type { Cluster } from '../shoots/cluster.ts'
import { listAllClusters } from '../shoots/cluster-table.ts'
import { insertImportSource, readImportedSource } from '../shoots/imported-plans.ts'
import { resolvePlan } from '../shoots/plan-source.ts'

/** A pool with its number of bindings. */
interface PoolSize extends Pool {
  readonly accounts: number
}

/** Input for the coverage of rules: the requests of existing clusters, and the existing pools. */
export interface SeenRequests {
  readonly combinations: readonly RequestCombination[]
  /** Clusters without a known plan, which are in no combination. */
  readonly withoutPlan: number
  /** Whether clusters of claims are missing because the database does not answer. */
  readonly partial: boolean
  /** Pools with a binding. */
  readonly pools: readonly PoolSize[]
}

/**
 * Collects the requests of all clusters known to Gardener or the database, where their plan is
 * known.
 */
export function collectSeenRequests(context: QueryContext, known: KnownClusters | null): SeenRequests {
  const combinations: RequestCombination[] = []
  let withoutPlan = 0
  for (const cluster of listAllClusters(context, known)) {
    const { plan, platformRegion } = resolvePlan(cluster, context.plans)
    if (plan === null) withoutPlan++
    else combinations.push(combinationOf(cluster, plan.value, platformRegion?.value ?? null))
  }
  const pools = Array.from(getPoolFacts(context).pools.values(), ({ pool, accounts }) => ({ ...pool, accounts }))
  return { combinations: mergeCombinations(combinations), withoutPlan, partial: known === null, pools }
}

function combinationOf({ provider, region, shoot, claim }: Cluster, plan: string, platformRegion: string | null) {
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

/** Schema of a request for the coverage of rules. */
export const SeenRequestsInput = z.object({
  /** Plans by cluster, in the format of formatPlansFile. */
  imported: z.string().max(MAX_IMPORT_LENGTH, { error: 'The imported plans are too long.' }),
})

/**
 * Collects requests with plans from a file, which is not stored. Throws ZodError,
 * RefusedRequestError.
 */
export async function loadSeenRequests(
  services: Omit<PreviewServices, 'store'>,
  input: unknown,
): Promise<SeenRequests> {
  const source = readImportedSource(parseInput(SeenRequestsInput, input).imported)
  const known = await services.clusters.read()
  // Uses the context after the wait.
  const context = services.context()
  return collectSeenRequests({ ...context, plans: insertImportSource(context.plans, source) }, known)
}
