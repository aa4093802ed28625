import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { APPROVAL } from '#lib/hap/audit/target.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import type { JobOrder } from '#lib/services/jobs/job-input.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { Store } from '#lib/store/store.ts'

/** The dependencies of proposals and their approval. */
export interface ApprovalContext {
  readonly store: Store
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  /**
   * Performs approved actions: the unguarded service, since the one that users call refuses
   * dangerous actions.
   */
  readonly actions: Pick<ActionService, 'perform' | 'preview'>
  readonly jobs: Pick<JobService, 'start'>
  /** Why a bulk job is dangerous, as a sentence; null if each of its targets is known not to be. */
  dangerOf(order: Pick<JobOrder, 'action' | 'targets' | 'until'>): string | null
  /** The current role of a user who is not signed in here; null if the user has none any more. */
  roleOf(user: Pick<User, 'id' | 'role'>): Role | null
  readonly namespace: string
  /** A binding of the inventory, by its key. */
  bindingOf(key: string): Binding | null
  now(): number
}

/** A request about proposals, and its user. */
export interface ApprovalCall {
  readonly user: User
  readonly requestId: string | null
}

/** Names of the actions on proposals in the audit log. */
export const APPROVAL_ENTRIES = {
  propose: 'propose',
  approve: 'approve',
  refuse: 'refuse proposal',
  withdraw: 'withdraw proposal',
  expire: 'expire proposal',
} as const

/**
 * Key of a proposal among the targets of the audit log, and the request id of the records of the
 * approved action.
 */
export function approvalTarget(id: string): string {
  return APPROVAL + id
}

/**
 * Maximum number of bindings that a record names beside its proposal; a bulk job may have
 * thousands.
 */
const MAX_NAMED = 100

/** A proposal and its bindings, so that the timelines of the bindings show it. */
export function approvalTargets(id: string, bindings: readonly string[]): readonly string[] {
  return [approvalTarget(id), ...bindings.slice(0, MAX_NAMED)]
}

/** The id of a proposal by its key; null for another key. */
export function approvalOfTarget(key: string): string | null {
  return key.startsWith(APPROVAL) ? key.slice(APPROVAL.length) : null
}

/** The audit record of an attempt. */
export function approvalDraft(
  call: ApprovalCall,
  entry: keyof typeof APPROVAL_ENTRIES,
  id: string | null,
): IntentDraft {
  return attemptDraft(APPROVAL_ENTRIES[entry], call, id === null ? [] : [approvalTarget(id)])
}
