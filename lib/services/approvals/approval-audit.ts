import { APPROVAL } from '#lib/hap/audit/target.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
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

/** Bindings that an entry names beside its proposal: those of a bulk job may be thousands. */
const MOST_NAMED = 100

/** A proposal and the bindings it is about, so that their timelines tell of it. */
export function approvalTargets(id: string, bindings: readonly string[]): readonly string[] {
  return [approvalTarget(id), ...bindings.slice(0, MOST_NAMED)]
}

/** The id of a proposal by its key; null for the key of anything else. */
export function approvalOfTarget(key: string): string | null {
  return key.startsWith(APPROVAL) ? key.slice(APPROVAL.length) : null
}

/** An attempt as the audit log keeps it. */
export function approvalDraft(
  call: ApprovalCall,
  entry: keyof typeof APPROVAL_ENTRIES,
  id: string | null,
): IntentDraft {
  return attemptDraft(APPROVAL_ENTRIES[entry], call, id === null ? [] : [approvalTarget(id)])
}
