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

/** What proposals and their approval share. */
export interface ApprovalContext {
  readonly store: Store
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  /** Does what was approved: not the service that people call, which refuses what is dangerous. */
  readonly actions: Pick<ActionService, 'perform' | 'preview'>
  readonly jobs: Pick<JobService, 'start'>
  /** Why a bulk job is dangerous, as a sentence; null when each of its targets is known not to be. */
  dangerOf(order: Pick<JobOrder, 'action' | 'targets' | 'until'>): string | null
  /** The role somebody who is not here has now; null = none any more. */
  roleOf(user: Pick<User, 'id' | 'role'>): Role | null
  readonly namespace: string
  /** A binding as the console has it, by its key. */
  bindingOf(key: string): Binding | null
  now(): number
}

/** Who asks for something about proposals. */
export interface ApprovalCall {
  readonly user: User
  readonly requestId: string | null
}

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
const MAX_NAMED = 100

/** A proposal and the bindings it is about, so that their timelines tell of it. */
export function approvalTargets(id: string, bindings: readonly string[]): readonly string[] {
  return [approvalTarget(id), ...bindings.slice(0, MAX_NAMED)]
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
