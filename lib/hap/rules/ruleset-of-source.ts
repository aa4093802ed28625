import type { Plans } from '../plans/plan.ts'
import type { Policy } from '../semantics/policy.ts'
import { parseFourRules } from './four-rules/parse-four-rules.ts'
import { translateFourRules } from './four-rules/translate-four-rules.ts'
import type { RuleSource } from './rule-source.ts'
import { Ruleset, type RulesetResult } from './ruleset.ts'

/** A ruleset from either form of rules; ranges of diagnostics count in the texts of the source, not in a translation. */
export function rulesetOfSource(source: RuleSource, plans: Plans, policy: Policy): RulesetResult {
  if (source.kind === 'list') return Ruleset.from(source.texts, plans, policy)
  const { rules, diagnostics } = parseFourRules(source.texts, plans)
  if (!rules) return { ruleset: null, diagnostics }
  return { ruleset: Ruleset.from(translateFourRules(rules, plans), plans, policy).ruleset, diagnostics }
}
