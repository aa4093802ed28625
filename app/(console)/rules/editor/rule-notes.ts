import type { RulesAnswer } from '#app/api/rules-answer.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { ruleSelectors } from '#lib/hap/selection/rule-selectors.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import type { CheckedDraft } from '../check-draft.ts'

interface RuleNotes {
  /** Label selectors by which the rule finds an account, one per provider. */
  readonly selectors: readonly string[]
}

/** What is to be said about a rule of a checked draft, by its place in the list; null for one with errors. */
export function ruleNotes(checked: CheckedDraft, known: RulesAnswer, index: number): RuleNotes | null {
  const source = 'file' in checked.read ? checked.read.file.source : null
  const text = source?.kind === 'list' ? source.texts[index] : undefined
  const rule = text === undefined ? null : parseRule(text, index, policyOf(known.semantics)).rule
  if (!rule) return null
  return { selectors: ruleSelectors(rule, planTable(known.plans, known.requiredPlans)) }
}
