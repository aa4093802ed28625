import { planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { type CheckedRules, checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { type CheckedDraft, checkedDraft, type DraftToCheck, type KnownPlans } from './checked-draft.ts'

/** Reads and checks the text of a draft against the plans in force. Never throws. */
export function checkDraft(text: string, { plans, requiredPlans, semantics }: KnownPlans): CheckedRules {
  const table = planTable(plans, requiredPlans)
  return checkRulesFile(new TextEncoder().encode(text), table, policyOf(semantics))
}

/** A text this short is checked in a fraction of a frame, sooner than another thread answers; also one of the worst kind. */
const MOST_CHARACTERS = 12_000
const MOST_LINES = 400

/** A draft checked in the thread of the page; null for one that may take longer than a frame. */
export function checkHere({ id, text, known }: DraftToCheck): CheckedDraft | null {
  if (text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES) return null
  return checkedDraft(id, text, checkDraft(text, known))
}
