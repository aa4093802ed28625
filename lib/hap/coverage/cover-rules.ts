import type { Rule } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
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
}

/** Which rule decides for what was seen; with `uncovered` the clusters add up to those given. */
export function coverRules(seen: readonly SeenCombination[], ruleset: Ruleset): RuleCoverage {
  const chosen = new Map<Rule | null, SeenCombination[]>()
  for (const combination of seen) {
    const rule = ruleset.match(combination)
    const combinations = chosen.get(rule)
    if (combinations) combinations.push(combination)
    else chosen.set(rule, [combination])
  }
  const of = (rule: Rule | null) => (chosen.get(rule) ?? []).toSorted((a, b) => b.clusters - a.clusters)
  return {
    rules: ruleset.rules.map(rule => {
      const combinations = of(rule)
      return {
        rule,
        clusters: combinations.reduce((sum, { clusters }) => sum + clusters, 0),
        lastAt: combinations.reduce<number | null>((last, { lastAt }) => latest(last, lastAt), null),
        combinations,
      }
    }),
    uncovered: of(null),
  }
}
