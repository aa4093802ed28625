import { planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { type CheckedRules, checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'

/** What a text is checked against. */
export type KnownPlans = Pick<RulesDetail, 'plans' | 'requiredPlans' | 'semantics'>

/** Reads and checks the text of a draft against the plans in force. Never throws. */
export function checkDraft(text: string, { plans, requiredPlans, semantics }: KnownPlans): CheckedRules {
  const table = planTable(plans, requiredPlans)
  return checkRulesFile(new TextEncoder().encode(text), table, policyOf(semantics))
}
