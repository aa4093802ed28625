import { APPROVAL } from '#lib/hap/audit/target.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { ApprovalCall } from './approval-context.ts'

/** What is done with proposals, as the audit log names it. */
export const APPROVAL_ENTRIES = {
  propose: 'propose',
  approve: 'approve',
  refuse: 'refuse proposal',
  withdraw: 'withdraw proposal',
  expire: 'expire proposal',
} as const

/** Key of a proposal among the targets of the audit log; what is done by it is recorded as its request. */
export function approvalTarget(id: string): string {
  return APPROVAL + id
}

/** The id of a proposal by its key; null for the key of anything else. */
export function approvalOfTarget(key: string): string | null {
  return key.startsWith(APPROVAL) ? key.slice(APPROVAL.length) : null
}

/** An attempt as the audit log keeps it. */
export function approvalDraft(
  { user: { name, role }, requestId }: ApprovalCall,
  entry: keyof typeof APPROVAL_ENTRIES,
  id: string | null,
): IntentDraft {
  // An address may be of any length.
  const targets = id === null ? [] : [approvalTarget(id.slice(0, 200))]
  return { actor: { name, role }, action: APPROVAL_ENTRIES[entry], targets, reason: null, ticket: null, requestId }
}
