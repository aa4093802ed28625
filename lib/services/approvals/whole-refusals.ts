import { needsRecentSignIn } from '#lib/auth/sign-in-time.ts'
import { NEEDS_APPROVAL } from '#lib/hap/actions/action.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { APPROVAL_ENTRIES } from './approval-context.ts'

const DECISIONS: ReadonlySet<string> = new Set(Object.values(APPROVAL_ENTRIES))

/**
 * Whether each refusal of a kind is recorded by itself: decisions on proposals, dangerous actions
 * that need a second person, and calls that need a recent sign-in.
 */
export function isWholeRefusal({ action }: Pick<IntentDraft, 'action'>, detail: string): boolean {
  return DECISIONS.has(action) || detail.startsWith(NEEDS_APPROVAL) || needsRecentSignIn(detail)
}
