import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { JobRecord } from '#lib/store/jobs/job-record.ts'
import { readJob } from '#lib/store/jobs/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import type { ShownBindings } from './seen-bindings.ts'

/** The dependencies of bulk jobs. */
export interface JobContext {
  readonly store: Store
  readonly audit: AuditLog
  readonly actions: Pick<ActionService, 'perform' | 'expectedMs'>
  readonly inventory: Pick<Inventory, 'namespace' | 'binding'>
  readonly writes: Pick<BindingWrites, 'lookUp'>
  /** Bindings that users saw in plans. Absent: only the inventory is used. */
  readonly shown?: Pick<ShownBindings, 'at'>
  /** The current role of a user who is not signed in here; null if the user has none any more. */
  roleOf(user: Pick<User, 'id' | 'role'>): Role | null
  /** Why no job can run at the moment, as a sentence; null if jobs can run. */
  obstacle(): string | null
  /** Receives unexpected errors. */
  failed(error: unknown): void
  /** Duration of a lease without renewal, in milliseconds. */
  readonly leaseMs: number
  /** The database's clock, by which holds end; milliseconds since 1970. */
  now(): number
}

/** Names of the actions on jobs in the audit log. */
export const JOB_ENTRIES = { start: 'start job', cancel: 'cancel job', end: 'end job' } as const

/** The request id of one target in the audit log. */
export function requestOf(jobId: string, position: number): string {
  return `${jobTarget(jobId)}/${position}`
}

/** The format of jobIdOf; the database rejects some other texts. */
const JOB_ID = /^[\w-]{1,64}$/

/** Returns a job by its id. Throws RefusedError if there is none. */
export async function requireJob({ store }: Pick<JobContext, 'store'>, id: string): Promise<JobRecord> {
  const job = JOB_ID.test(id) ? await readJob(store.db, id) : null
  if (job === null) throw new RefusedError(404, 'There is no such job.')
  return job
}
