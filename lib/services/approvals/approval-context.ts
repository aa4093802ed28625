import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import type { JobOrder } from '#lib/services/jobs/job-input.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
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
