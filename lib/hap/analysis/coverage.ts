import { memoised } from '../memo.ts'
import type { Plans } from '../plans/plan.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { type Rule, regionNeeds, unknownRegion } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { onlyPool, type Reach, reaches, reachOf } from '../selection/reach.ts'

/** What of a request its rule and its pool depend on. A region is null where nobody knows it: no shoot carries a platform region. */
interface Combination extends Omit<Request, 'globalAccount' | 'platformRegion' | 'hyperscalerRegion'> {
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** Clusters that were requested alike. */
export interface SeenCombination extends Combination {
  readonly clusters: number
  /** When the youngest of them was requested, in milliseconds since 1970; null where nobody knows. */
  readonly lastAt: number | null
}

/** Clusters put together by what they were requested with; in no particular order. */
export function combineSeen(seen: Iterable<SeenCombination>): readonly SeenCombination[] {
  const together = new Map<string, SeenCombination>()
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

/** The later of two moments, of which nobody may know either. */
function latest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

/** How often a rule was chosen by what was seen. */
export interface RuleUse {
  readonly rule: Rule
  /** Clusters whose request it decides. */
  readonly clusters: number
  readonly lastAt: number | null
  /** What they were requested with, most clusters first. */
  readonly combinations: readonly SeenCombination[]
}

export interface RuleCoverage {
  /** Every rule, in file order. */
  readonly rules: readonly RuleUse[]
  /** What was seen and no rule fits, most clusters first. */
  readonly uncovered: readonly SeenCombination[]
  /** What nobody can tell the rule of: it depends on a region that is not known. The impact also needs those that tell the pool. */
  readonly unclear: readonly SeenCombination[]
}

/** Which rule decides for what was seen; with `uncovered` and `unclear` the clusters add up to those given. */
export function coverRules(seen: readonly SeenCombination[], ruleset: Ruleset): RuleCoverage {
  const needsOf = memoised(plan => regionNeeds(ruleset.rulesOf(plan), 'rule'))
  const chosen = new Map<Rule | null | 'unclear', SeenCombination[]>()
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

/** Clusters of combinations. */
export function countClusters(combinations: readonly SeenCombination[]): number {
  return combinations.reduce((sum, { clusters }) => sum + clusters, 0)
}

function lastOf(combinations: readonly SeenCombination[]): number | null {
  return combinations.reduce<number | null>((last, { lastAt }) => latest(last, lastAt), null)
}

/** A rule that leads to a place where there is no binding. */
interface UnservedRule {
  readonly rule: Rule
  /** At least one; of a rule for several providers those whose pool there is are left out. */
  readonly reaches: readonly Reach[]
}

export interface PoolCoverage<Given extends Pool> {
  /** Pools that no rule leads to, in the order given. */
  readonly unreached: readonly Given[]
  /** In file order. */
  readonly unserved: readonly UnservedRule[]
}

/** Where rules and pools miss each other. `pools`: all that have a binding. */
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
