import { CANCELLED_BEFORE_START, type TargetStatus } from '#lib/hap/actions/job.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ChangedTarget, JobStatus, TargetRecord } from './job-record.ts'
import { TARGET_COLUMNS, type TargetRow, targetOf } from './jobs.ts'

/** Lease of a job. The token grows with each acquisition: writes under a lost lease are refused. */
export interface JobLease {
  readonly id: string
  readonly token: bigint
}

const leaseEnd = (ms: number) => Prisma.sql`clock_timestamp() + ${ms}::int * interval '1 millisecond'`

/**
 * Acquires the oldest unfinished job without a lease for `ms` milliseconds by the database's clock;
 * null without one.
 */
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

/** Renews the lease for `ms` milliseconds. */
export async function renewJob(db: Db, { id, token }: JobLease, ms: number): Promise<'ours' | 'cancelled' | 'lost'> {
  const [row] = await db.$queryRaw<{ cancel_requested: boolean }[]>`
    UPDATE job SET lease_until = ${leaseEnd(ms)} WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL
    RETURNING cancel_requested`
  if (!row) return 'lost'
  return row.cancel_requested ? 'cancelled' : 'ours'
}

/** Releases an unfinished job, which any process can acquire at once. */
export async function releaseJob(db: Db, { id, token }: JobLease): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET holder = NULL, lease_until = NULL WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL`
}

/**
 * Finishes a job without running targets: `done` when each target was tried, else `cancelled` on
 * request. Null when work is left or the lease is lost.
 */
export async function finishJob(db: Db, { id, token }: JobLease): Promise<JobStatus | null> {
  const [row] = await db.$queryRaw<{ status: JobStatus }[]>`
    WITH mine AS (
      SELECT cancel_requested FROM job WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL FOR UPDATE
    ), stopped AS (
      UPDATE job_target SET status = 'cancelled', updated_at = clock_timestamp(), message = ${CANCELLED_BEFORE_START}
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
 * Requests that a job starts no further target. A queued job ends at once, since no process may be
 * free to end it. Returns its status; null when it has ended or does not exist.
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
      UPDATE job_target SET status = 'cancelled', updated_at = clock_timestamp(), message = ${CANCELLED_BEFORE_START}
      WHERE job_id IN (SELECT id FROM asked WHERE status = 'cancelled') AND status = 'pending'
    )
    SELECT status::text AS status FROM asked`
  return asked?.status ?? null
}

/** Locks the job, so that no other process acquires it before the statement ends. */
const lockedJob = ({ id, token }: JobLease, more = Prisma.empty) => Prisma.sql`
  mine AS (SELECT id FROM job WHERE id = ${id} AND token = ${token} AND holder IS NOT NULL ${more} FOR UPDATE)`

/**
 * Starts the next target of a leased job; null when none is left, the job was cancelled or the
 * lease is lost. Sequential: two concurrent calls may both find none.
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
 * Records the result of a started target, or that it is to be retried. False when the lease is lost
 * or the target was recorded before, as by a statement whose answer was lost: it may have been
 * started again since.
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

/** Targets of a job that were started without a recorded result. */
export async function listRunningTargets(db: Db, { id }: JobLease): Promise<readonly TargetRecord[]> {
  const rows = await db.$queryRaw<TargetRow[]>`
    SELECT ${TARGET_COLUMNS} FROM job_target WHERE job_id = ${id} AND status = 'running' ORDER BY position`
  return rows.map(targetOf)
}

/** Message of a target whose binding cannot prove whether it was written, now or later. */
export const UNRESOLVABLE =
  'The console ended while it was written, and too much happened to the binding since to tell whether it was.'

/** Targets in doubt with their job, longest wait first. */
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

/** Records the resolved status of a target in doubt. */
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
