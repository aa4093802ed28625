import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { ruleSelectors } from '#lib/hap/selection/reach.ts'
import { changeRules } from './change-rules.ts'

/** How every label selector of a rule begins. */
const SELECTOR = /^hyperscalerType=/

/**
 * The text of a rule file with the label selectors of each rule as a comment above it, in place of those it has already; `ruleset` is what was
 * read from it. A list between brackets has no room for them; null for four rules, and for a file that cannot be read.
 */
export function withSelectors(text: string, ruleset: Ruleset, plans: Plans): string | null {
  const comments = new Map(ruleset.rules.map(rule => [rule.index, ruleSelectors(rule, plans)]))
  return changeRules(text, { comments, outdated: SELECTOR })
}
