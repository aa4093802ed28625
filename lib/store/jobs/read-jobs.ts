import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { JobRecord, TargetRecord } from './job-record.ts'
import { JOB_COLUMNS, type JobRow, jobOf, TARGET_COLUMNS, type TargetRow, targetOf } from './job-row.ts'
import { TRIED_AGAIN } from './retries.ts'

interface Window {
  readonly offset: number
  readonly limit: number
}

export async function readJob(db: Db, id: string): Promise<JobRecord | null> {
  const [row] = await db.$queryRaw<JobRow[]>`SELECT ${JOB_COLUMNS} FROM job WHERE id = ${id}`
  return row ? jobOf(row) : null
}

/** Which targets of a job: of some outcomes, null = of all; `left`: without those that a retry has. */
export interface TargetChoice {
  readonly statuses: readonly TargetStatus[] | null
  readonly left?: boolean
}

/** Targets of a job in their order. */
export async function listTargets(
  db: Db,
  id: string,
  { statuses, left = false, offset, limit }: Window & TargetChoice,
): Promise<readonly TargetRecord[]> {
  const chosen =
    statuses === null ? Prisma.empty : Prisma.sql`AND status = ANY(${[...statuses]}::text[]::"TargetStatus"[])`
  const rows = await db.$queryRaw<TargetRow[]>`
    SELECT ${TARGET_COLUMNS} FROM job_target WHERE job_id = ${id} ${chosen} ${left ? Prisma.sql`AND NOT ${TRIED_AGAIN}` : Prisma.empty}
    ORDER BY position OFFSET ${offset} LIMIT ${limit}`
  return rows.map(targetOf)
}

/** Targets that unfinished jobs have still to do. */
export async function pendingTargets(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM job JOIN job_target ON job_id = job.id
    WHERE job.status IN ('queued', 'running') AND job_target.status IN ('pending', 'running')`
  return row?.count ?? 0
}

/** How many jobs are not done, and how many bindings they have still to look after. */
export async function unfinishedJobs(
  db: Db,
): Promise<{ readonly queued: number; readonly running: number; readonly targets: number }> {
  const [row] = await db.$queryRaw<{ queued: number; running: number }[]>`
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued, count(*) FILTER (WHERE status = 'running')::int AS running
    FROM job WHERE status IN ('queued', 'running')`
  const { queued, running } = row ?? { queued: 0, running: 0 }
  return { queued, running, targets: queued + running === 0 ? 0 : await pendingTargets(db) }
}

/** Something of each job that did not end, or ended lately, that differs whenever the job has come on. */
export async function jobMarks(db: Db): Promise<ReadonlyMap<string, string>> {
  // Not clock_timestamp(), by which no index is searched.
  const rows = await db.$queryRaw<{ id: string; mark: string }[]>`
    SELECT job.id, concat_ws(' ', job.status, job.cancel_requested,
      (SELECT max(updated_at) FROM job_target WHERE job_id = job.id)) AS mark
    FROM job
    WHERE status IN ('queued', 'running') OR finished_at > statement_timestamp() - interval '1 minute'`
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}
