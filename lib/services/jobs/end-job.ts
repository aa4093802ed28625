import { jobTarget } from '#lib/hap/audit/target.ts'
import { appendDone } from '#lib/store/audit/append-done.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import type { Db } from '#lib/store/database/client.ts'
import { finishJob, type JobLease, requestCancel } from '#lib/store/jobs/lease.ts'
import { readJob } from '#lib/store/jobs/read-jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { JOB_ENTRIES } from './job-context.ts'

/** The end of a job and its entry in the audit log are one: no crash leaves one without the other. */
const ONE = { isolation: 'read-committed' } as const

/** Ends a job of ours none of whose targets is left. Out: whether it has ended. Throws StoreError. */
export function endJob(store: Store, lease: JobLease): Promise<boolean> {
  return store.transaction(async tx => {
    const status = await finishJob(tx, lease)
    if (status !== null) await noteEnd(tx, lease.id, store.now())
    return status !== null
  }, ONE)
}

/** Asks a job to begin no other target, which ends one that nobody has begun. Out: false when it had ended before. Throws StoreError. */
export function askToEnd(store: Store, id: string): Promise<boolean> {
  return store.transaction(async tx => {
    const status = await requestCancel(tx, id)
    if (status === 'cancelled') await noteEnd(tx, id, store.now())
    return status !== null
  }, ONE)
}

async function noteEnd(tx: Db, id: string, at: number): Promise<void> {
  const job = await readJob(tx, id)
  const draft = {
    actor: CONSOLE,
    action: JOB_ENTRIES.end,
    targets: [jobTarget(id)],
    reason: null,
    ticket: null,
    requestId: null,
    ...(job && { after: { status: job.status, ...job.counts } }),
  }
  await appendDone(tx, draft, new Date(at))
}
