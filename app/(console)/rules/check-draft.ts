import type { RulesAnswer } from '#app/api/rules-answer.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { type CheckedRules, checkRulesFile } from '#lib/rules-file/check-rules-file.ts'

/** A draft as far as it could be read, with everything that is to be said about it. */
export interface CheckedDraft extends CheckedRules {
  /** What was checked: the draft may have gone on. */
  readonly text: string
}

/** Reads and checks the text of a draft against the plans in force. Never throws. */
export function checkDraft(
  text: string,
  { plans, requiredPlans, semantics }: Pick<RulesAnswer, 'plans' | 'requiredPlans' | 'semantics'>,
): CheckedDraft {
  const table = planTable(plans, requiredPlans)
  return { text, ...checkRulesFile(new TextEncoder().encode(text), table, policyOf(semantics)) }
}
