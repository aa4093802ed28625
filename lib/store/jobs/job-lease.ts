import { NOT_BEGUN, type TargetStatus } from '#lib/hap/actions/job.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ChangedTarget, JobStatus, TargetRecord } from './job-record.ts'
import { TARGET_COLUMNS, type TargetRow, targetOf } from './jobs.ts'

/** A job in the hands of one process. `token` grows with each taking: whoever lost it can write nothing more. */
export interface JobLease {
  readonly id: string
  readonly token: bigint
}

const leaseEnd = (ms: number) => Prisma.sql`clock_timestamp() + ${ms}::int * interval '1 millisecond'`

/** Takes the oldest job that is not ended and that nobody works on, for `ms` milliseconds by the clock of the database; null = none. */
export async function acquireJob(db: Db, holder: string, ms: number): Promise<JobLease | null> {
  const [row] = await db.$queryRaw<JobLease[]>`
    UPDATE job SET token = token + 1, holder = ${holder}, lease_until = ${leaseEnd(ms)}, status = 'running',
      started_at = coalesce(started_at, clock_timestamp())
    WHERE id = (
      SELECT id FROM job
      WHERE status IN ('queued', 'running') AND (holder IS NULL OR lease_until < clock_timestamp())
      ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, token`
  return row ?? null
}

/** Has the job for `ms` milliseconds from now. */
export async function renewJob(db: Db, { id, token }: JobLease, ms: number): Promise<'ours' | 'cancelled' | 'lost'> {
  const [row] = await db.$queryRaw<{ cancel_requested: boolean }[]>`
    UPDATE job SET lease_until = ${leaseEnd(ms)} WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL
    RETURNING cancel_requested`
  if (!row) return 'lost'
  return row.cancel_requested ? 'cancelled' : 'ours'
}

/** Gives an unfinished job back, for anybody to go on with at once. */
export async function releaseJob(db: Db, { id, token }: JobLease): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET holder = NULL, lease_until = NULL WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL`
}

/**
 * Ends a job none of whose targets is at work: `done` when each was tried, else `cancelled` when somebody asked for that. Null when
 * there is more to do, or the job is not ours.
 */
export async function finishJob(db: Db, { id, token }: JobLease): Promise<JobStatus | null> {
  const [row] = await db.$queryRaw<{ status: JobStatus }[]>`
    WITH mine AS (
      SELECT cancel_requested FROM job WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL FOR UPDATE
    ), stopped AS (
      UPDATE job_target SET status = 'cancelled', updated_at = clock_timestamp(), message = ${NOT_BEGUN}
      WHERE job_id = ${id} AND status = 'pending' AND (SELECT cancel_requested FROM mine)
      RETURNING 1
    )
    UPDATE job SET finished_at = clock_timestamp(), holder = NULL, lease_until = NULL,
      status = (CASE WHEN EXISTS (SELECT 1 FROM stopped)
          OR EXISTS (SELECT 1 FROM job_target WHERE job_id = ${id} AND status = 'cancelled')
        THEN 'cancelled' ELSE 'done' END)::"JobStatus"
    WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM job_target WHERE job_id = ${id} AND status = 'running')
      AND (cancel_requested OR NOT EXISTS (SELECT 1 FROM job_target WHERE job_id = ${id} AND status = 'pending'))
    RETURNING status::text AS status`
  return row?.status ?? null
}

/**
 * Asks a job to begin no other target; one that nobody has begun yet ends at once, since no process may be free to end it for long.
 * Out: its status then; null when it has ended, or there is none.
 */
export async function requestCancel(db: Db, id: string): Promise<JobStatus | null> {
  const [asked] = await db.$queryRaw<{ status: JobStatus }[]>`
    WITH asked AS (
      UPDATE job SET cancel_requested = TRUE,
        finished_at = CASE WHEN status = 'queued' THEN clock_timestamp() END,
        status = CASE WHEN status = 'queued' THEN 'cancelled' ELSE status END
      WHERE id = ${id} AND status IN ('queued', 'running')
      RETURNING id, status
    ), stopped AS (
      UPDATE job_target SET status = 'cancelled', updated_at = clock_timestamp(), message = ${NOT_BEGUN}
      WHERE job_id IN (SELECT id FROM asked WHERE status = 'cancelled') AND status = 'pending'
    )
    SELECT status::text AS status FROM asked`
  return asked?.status ?? null
}

/** Locks the job, so that nobody takes it over before the statement is done. */
const lockedJob = ({ id, token }: JobLease, more = Prisma.empty) => Prisma.sql`
  mine AS (SELECT id FROM job WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL ${more} FOR UPDATE)`

/**
 * Takes the next target of a job that is ours; null when there is none, or it was cancelled, or taken over. One at a time: two
 * calls at once may both find none.
 */
export async function startNextTarget(db: Db, lease: JobLease): Promise<TargetRecord | null> {
  const [row] = await db.$queryRaw<TargetRow[]>`
    WITH ${lockedJob(lease, Prisma.sql`AND NOT cancel_requested`)}
    UPDATE job_target SET status = 'running', attempts = attempts + 1, updated_at = clock_timestamp()
    WHERE job_id IN (SELECT id FROM mine) AND status = 'pending' AND position = (
      SELECT position FROM job_target WHERE job_id = ${lease.id} AND status = 'pending' ORDER BY position LIMIT 1
    )
    RETURNING ${TARGET_COLUMNS}`
  return row ? targetOf(row) : null
}

interface TargetResult {
  readonly status: Exclude<TargetStatus, 'running'>
  readonly message: string | null
  readonly changed?: ChangedTarget | null | undefined
}

/**
 * Notes what came of a target that was taken, or that it is to be taken again. False when the job is not ours any more, or the target
 * was noted before, as by a statement whose answer was lost: it may be taken again since.
 */
export async function recordTarget(
  db: Db,
  lease: JobLease,
  { position, attempts }: Pick<TargetRecord, 'position' | 'attempts'>,
  { status, message, changed }: TargetResult,
): Promise<boolean> {
  const found = changed ? JSON.stringify(changed) : null
  const noted = await db.$executeRaw`
    WITH ${lockedJob(lease)}
    UPDATE job_target SET status = ${status}::"TargetStatus", message = ${message}, changed = ${found}::jsonb,
      updated_at = clock_timestamp()
    WHERE job_id IN (SELECT id FROM mine) AND position = ${position} AND status = 'running' AND attempts = ${attempts}`
  return noted === 1
}

/** Targets of a job that somebody took and told nothing of. */
export async function listRunningTargets(db: Db, { id }: JobLease): Promise<readonly TargetRecord[]> {
  const rows = await db.$queryRaw<TargetRow[]>`
    SELECT ${TARGET_COLUMNS} FROM job_target WHERE job_id = ${id} AND status = 'running' ORDER BY position`
  return rows.map(targetOf)
}

/** What is said to a target whose binding was looked at and cannot tell whether it was written; it will not tell later. */
export const UNRESOLVABLE =
  'The console ended while it was written, and too much happened to the binding since to tell whether it was.'

/** Targets of which nobody knows yet whether they were written, with their job, the one that waits longest first. */
export async function listUnknownTargets(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly { readonly jobId: string; readonly target: TargetRecord }[]> {
  const rows = await db.$queryRaw<(TargetRow & { job_id: string })[]>`
    SELECT job_id, ${TARGET_COLUMNS} FROM job_target
    WHERE status = 'unknown' AND message IS DISTINCT FROM ${UNRESOLVABLE}
    ORDER BY updated_at, job_id, position OFFSET ${offset} LIMIT ${limit}`
  return rows.map(row => ({ jobId: row.job_id, target: targetOf(row) }))
}

/** Notes what looking at a target of unknown outcome told. */
export async function resolveTarget(
  db: Db,
  jobId: string,
  position: number,
  { status, message }: { readonly status: TargetStatus; readonly message: string | null },
): Promise<void> {
  await db.$executeRaw`
    UPDATE job_target SET status = ${status}::"TargetStatus", message = ${message}, updated_at = clock_timestamp()
    WHERE job_id = ${jobId} AND position = ${position} AND status = 'unknown'`
}
