import { planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { type CheckedRules, checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { buildCheckedDraft, type CheckedDraft, type DraftToCheck, type KnownPlans } from './checked-draft.ts'

/** Parses a draft and validates it against the plans in force. Never throws. */
export function checkDraft(text: string, { plans, requiredPlans, semantics }: KnownPlans): CheckedRules {
  const table = planTable(plans, requiredPlans)
  return checkRulesFile(new TextEncoder().encode(text), table, policyOf(semantics))
}

/**
 * The page checks a shorter text in a fraction of a frame, faster than the worker could answer;
 * measured with worst-case texts.
 */
const MAX_SHORT_LENGTH = 12_000
const MAX_SHORT_LINES = 400

/**
 * Checks a short draft on the page's thread. Returns null for a draft that may take longer than a
 * frame.
 */
export function checkShortDraft({ id, text, known }: DraftToCheck): CheckedDraft | null {
  if (text.length > MAX_SHORT_LENGTH || text.split('\n', MAX_SHORT_LINES + 1).length > MAX_SHORT_LINES) return null
  return buildCheckedDraft(id, text, checkDraft(text, known))
}
