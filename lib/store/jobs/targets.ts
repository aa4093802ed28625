import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ChangedTarget, TargetRecord } from './job-record.ts'
import { TARGET_COLUMNS, type TargetRow, targetOf } from './job-row.ts'
import type { JobLease } from './lease.ts'

/** Locks the job, so that nobody takes it over before the statement is done. */
const ours = ({ id, token }: JobLease, more = Prisma.empty) => Prisma.sql`
  mine AS (SELECT id FROM job WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL ${more} FOR UPDATE)`

/**
 * Takes the next target of a job that is ours; null when there is none, or it was cancelled, or taken over. One at a time: two
 * calls at once may both find none.
 */
export async function nextTarget(db: Db, lease: JobLease): Promise<TargetRecord | null> {
  const [row] = await db.$queryRaw<TargetRow[]>`
    WITH ${ours(lease, Prisma.sql`AND NOT cancel_requested`)}
    UPDATE job_target SET status = 'running', attempts = attempts + 1, updated_at = clock_timestamp()
    WHERE job_id IN (SELECT id FROM mine) AND status = 'pending' AND position = (
      SELECT position FROM job_target WHERE job_id = ${lease.id} AND status = 'pending' ORDER BY position LIMIT 1
    )
    RETURNING ${TARGET_COLUMNS}`
  return row ? targetOf(row) : null
}

interface NotedTarget {
  readonly status: Exclude<TargetStatus, 'running'>
  readonly message: string | null
  readonly changed?: ChangedTarget | null | undefined
}

/**
 * Notes what came of a target that was taken, or that it is to be taken again. False when the job is not ours any more, or the target
 * was noted before, as by a statement whose answer was lost: it may be taken again since.
 */
export async function noteTarget(
  db: Db,
  lease: JobLease,
  { position, attempts }: Pick<TargetRecord, 'position' | 'attempts'>,
  { status, message, changed }: NotedTarget,
): Promise<boolean> {
  const found = changed ? JSON.stringify(changed) : null
  const noted = await db.$executeRaw`
    WITH ${ours(lease)}
    UPDATE job_target SET status = ${status}::"TargetStatus", message = ${message}, changed = ${found}::jsonb,
      updated_at = clock_timestamp()
    WHERE job_id IN (SELECT id FROM mine) AND position = ${position} AND status = 'running' AND attempts = ${attempts}`
  return noted === 1
}

/** Targets of a job that somebody took and told nothing of. */
export async function targetsInFlight(db: Db, { id }: JobLease): Promise<readonly TargetRecord[]> {
  const rows = await db.$queryRaw<TargetRow[]>`
    SELECT ${TARGET_COLUMNS} FROM job_target WHERE job_id = ${id} AND status = 'running' ORDER BY position`
  return rows.map(targetOf)
}

/** What is said to a target whose binding was looked at and cannot tell whether it was written; it will not tell later. */
export const CANNOT_TELL =
  'The console ended while it was written, and too much happened to the binding since to tell whether it was.'

/** Targets of which nobody knows yet whether they were written, with their job, the one that waits longest first. */
export async function unknownTargets(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly { readonly jobId: string; readonly target: TargetRecord }[]> {
  const rows = await db.$queryRaw<(TargetRow & { job_id: string })[]>`
    SELECT job_id, ${TARGET_COLUMNS} FROM job_target
    WHERE status = 'unknown' AND message IS DISTINCT FROM ${CANNOT_TELL}
    ORDER BY updated_at, job_id, position OFFSET ${offset} LIMIT ${limit}`
  return rows.map(row => ({ jobId: row.job_id, target: targetOf(row) }))
}

/** Notes what looking at a target of unknown outcome told. */
export async function settleTarget(
  db: Db,
  jobId: string,
  position: number,
  { status, message }: { readonly status: TargetStatus; readonly message: string | null },
): Promise<void> {
  await db.$executeRaw`
    UPDATE job_target SET status = ${status}::"TargetStatus", message = ${message}, updated_at = clock_timestamp()
    WHERE job_id = ${jobId} AND position = ${position} AND status = 'unknown'`
}
