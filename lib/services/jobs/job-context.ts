import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import type { LatelyShown } from './lately-shown.ts'

/** What bulk jobs share. */
export interface JobContext {
  readonly store: Store
  readonly audit: AuditLog
  readonly actions: Pick<ActionService, 'perform' | 'expectedMs'>
  readonly inventory: Pick<Inventory, 'namespace' | 'binding'>
  readonly writes: Pick<BindingWrites, 'lookUp'>
  /** Absent = nothing but what the inventory has. */
  readonly shown?: Pick<LatelyShown, 'at'>
  /** The role somebody who is not here has now; null = none any more. */
  roleOf(user: Pick<User, 'id' | 'role'>): Role | null
  /** Why no job can go on at the moment, as a sentence; null when it can. */
  obstacle(): string | null
  /** Hears what nobody foresaw. */
  failed(error: unknown): void
  /** How long a job stays with a process that does not renew its lease; milliseconds. */
  readonly leaseMs: number
  /** By the clock of the database, which ends holds; milliseconds since 1970. */
  now(): number
}

/** What is done with jobs, as the audit log names it. */
export const JOB_ENTRIES = { start: 'start job', cancel: 'cancel job', end: 'end job' } as const

/** What the audit log names the request of one target by. */
export function requestOf(jobId: string, position: number): string {
  return `${jobTarget(jobId)}/${position}`
}
