import { memoize } from '../memo.ts'
import type { Plans } from '../plans/plan.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { type Rule, regionNeeds, unknownRegion } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { onlyPool, type Reach, reaches, reachOf } from '../selection/reach.ts'

/**
 * Parts of a request that determine its rule and pool. A region is null when unknown: shoots carry
 * no platform region.
 */
interface Combination extends Omit<Request, 'globalAccount' | 'platformRegion' | 'hyperscalerRegion'> {
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** Clusters with equal requests. */
export interface RequestCombination extends Combination {
  readonly clusters: number
  /** Time of the latest request in milliseconds since 1970; null when unknown. */
  readonly lastAt: number | null
}

/** Merges clusters with equal requests; unordered. */
export function mergeCombinations(seen: Iterable<RequestCombination>): readonly RequestCombination[] {
  const together = new Map<string, RequestCombination>()
  for (const { plan, provider, platformRegion, hyperscalerRegion, clusters, lastAt } of seen) {
    const key = JSON.stringify([plan, provider, platformRegion, hyperscalerRegion])
    const before = together.get(key)
    together.set(key, {
      plan,
      provider,
      platformRegion,
      hyperscalerRegion,
      clusters: (before?.clusters ?? 0) + clusters,
      lastAt: latest(before?.lastAt ?? null, lastAt),
    })
  }
  return [...together.values()]
}

/** The later of two times, each of which may be unknown. */
function latest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

/** Usage of a rule. */
export interface RuleUse {
  readonly rule: Rule
  /** Number of clusters whose request it decides. */
  readonly clusters: number
  readonly lastAt: number | null
  /** Requests, most clusters first. */
  readonly combinations: readonly RequestCombination[]
}

export interface RuleCoverage {
  /** All rules in file order. */
  readonly rules: readonly RuleUse[]
  /** Requests without a matching rule, most clusters first. */
  readonly uncovered: readonly RequestCombination[]
  /**
   * Requests whose rule depends on an unknown region. An impact also excludes those whose pool
   * does.
   */
  readonly unclear: readonly RequestCombination[]
}

/**
 * Finds the rule of each request; with `uncovered` and `unclear` the clusters add up to the input.
 */
export function coverRules(seen: readonly RequestCombination[], ruleset: Ruleset): RuleCoverage {
  const needsOf = memoize(plan => regionNeeds(ruleset.rulesOf(plan), 'rule'))
  const chosen = new Map<Rule | null | 'unclear', RequestCombination[]>()
  for (const combination of seen) {
    const { plan, platformRegion, hyperscalerRegion } = combination
    const isUnclear = unknownRegion(needsOf(plan), combination) !== null
    const regions = { platformRegion: platformRegion ?? '', hyperscalerRegion: hyperscalerRegion ?? '' }
    const rule = isUnclear ? 'unclear' : ruleset.match({ ...combination, ...regions })
    const combinations = chosen.get(rule)
    if (combinations) combinations.push(combination)
    else chosen.set(rule, [combination])
  }
  const of = (rule: Rule | null | 'unclear') => (chosen.get(rule) ?? []).toSorted((a, b) => b.clusters - a.clusters)
  return {
    rules: ruleset.rules.map(rule => {
      const combinations = of(rule)
      return { rule, clusters: countClusters(combinations), lastAt: lastOf(combinations), combinations }
    }),
    uncovered: of(null),
    unclear: of('unclear'),
  }
}

/** Sums the clusters. */
export function countClusters(combinations: readonly RequestCombination[]): number {
  return combinations.reduce((sum, { clusters }) => sum + clusters, 0)
}

function lastOf(combinations: readonly RequestCombination[]): number | null {
  return combinations.reduce<number | null>((last, { lastAt }) => latest(last, lastAt), null)
}

/** A rule that leads to a pool without bindings. */
interface UnservedRule {
  readonly rule: Rule
  /** At least one; pools with bindings are left out. */
  readonly reaches: readonly Reach[]
}

export interface PoolCoverage<Given extends Pool> {
  /** Pools without a rule, in the order given. */
  readonly unreached: readonly Given[]
  /** In file order. */
  readonly unserved: readonly UnservedRule[]
}

/** Compares rules and pools. `pools`: all pools with a binding. */
export function coverPools<Given extends Pool>(
  pools: readonly Given[],
  ruleset: Ruleset,
  plans: Plans,
): PoolCoverage<Given> {
  const byKey = Map.groupBy(pools, poolKey)
  const reached = new Set<Given>()
  const unserved: UnservedRule[] = []
  for (const rule of ruleset.rules) {
    const missed = reachOf(rule, plans).filter(reach => {
      const only = onlyPool(reach)
      const found = only ? (byKey.get(poolKey(only)) ?? []) : pools.filter(pool => reaches(reach, pool))
      for (const pool of found) reached.add(pool)
      return found.length === 0
    })
    if (missed.length > 0) unserved.push({ rule, reaches: missed })
  }
  return { unreached: pools.filter(pool => !reached.has(pool)), unserved }
}
