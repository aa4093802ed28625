import { memoised } from '../memoised.ts'
import type { Rule } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { regionNeeds, unknownRegion } from '../rules/unknown-region.ts'
import { latest, type SeenCombination } from './seen-combination.ts'

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
