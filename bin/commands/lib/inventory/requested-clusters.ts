import type { RequestedClusters } from '#lib/hap/impact/impact.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Cluster } from './inventory-schema.ts'

/** Clusters as requests, and in words those whose provider cannot be told. */
export function requestedClusters(
  clusters: readonly Cluster[],
  plans: Plans,
): { readonly requests: readonly RequestedClusters[]; readonly skipped: readonly string[] } {
  const requests: RequestedClusters[] = []
  const skipped: string[] = []
  for (const { plan, provider, count, ...rest } of clusters) {
    const known = plans.byName.get(plan)?.providers ?? []
    const only = provider ?? (known.length === 1 ? known[0] : undefined)
    if (only === undefined) skipped.push(`${count} of plan ${plan}, whose provider is not given.`)
    else requests.push({ request: { plan, provider: only, ...rest }, clusters: count })
  }
  return { requests, skipped }
}
