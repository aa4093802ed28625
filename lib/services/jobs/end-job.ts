import { jobTarget } from '#lib/hap/audit/target.ts'
import { attemptDraft, audited, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { appendCompleted, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { Db } from '#lib/store/database/client.ts'
import { finishJob, type JobLease, requestCancel } from '#lib/store/jobs/job-lease.ts'
import type { JobRecord } from '#lib/store/jobs/job-record.ts'
import { readJob } from '#lib/store/jobs/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { JOB_ENTRIES, type JobContext, requireJob } from './job-context.ts'
import { type JobRequest, requireJobRole } from './start-job.ts'

/**
 * Stops a job from starting another target; targets in progress finish. Throws RefusedError,
 * AuditError or another StoreError.
 */
export async function cancelJob(
  context: JobContext,
  { user, requestId }: Pick<JobRequest, 'user' | 'requestId'>,
  id: string,
): Promise<JobRecord> {
  const draft = attemptDraft(JOB_ENTRIES.cancel, { user, requestId }, [jobTarget(id)])
  await recorded(context, draft, async () => {
    requireJobRole(user, null)
    requireJobRole(user, (await requireJob(context, id)).action)
  })
  const cancelled = await audited(context.audit, draft, async () => {
    const result = await cancelOrEnd(context.store, id)
    return { outcome: result ? 'accepted' : 'refused', detail: result ? null : ENDED, result }
  })
  if (!cancelled) throw new RefusedError(409, ENDED)
  return requireJob(context, id)
}

const ENDED = 'The job has already ended.'

/** One transaction ends the job and writes its audit record, so that no crash separates them. */
const ONE = { isolation: 'read-committed' } as const

/**
 * Ends a job that this process holds and that has no target left. Returns whether it has ended.
 * Throws StoreError.
 */
export function endJob(store: Store, lease: JobLease): Promise<boolean> {
  return store.transaction(async tx => {
    const status = await finishJob(tx, lease)
    if (status !== null) await recordEnd(tx, lease.id, store.now())
    return status !== null
  }, ONE)
}

/**
 * Requests that a job starts no other target; a job that never started ends at once. False if it
 * had ended before. Throws StoreError.
 */
function cancelOrEnd(store: Store, id: string): Promise<boolean> {
  return store.transaction(async tx => {
    const status = await requestCancel(tx, id)
    if (status === 'cancelled') await recordEnd(tx, id, store.now())
    return status !== null
  }, ONE)
}

async function recordEnd(tx: Db, id: string, at: number): Promise<void> {
  const job = await readJob(tx, id)
  const draft = {
    actor: CONSOLE_ACTOR,
    action: JOB_ENTRIES.end,
    targets: [jobTarget(id)],
    reason: null,
    ticket: null,
    requestId: null,
    ...(job && { after: { status: job.status, ...job.counts } }),
  }
  await appendCompleted(tx, draft, new Date(at))
}
