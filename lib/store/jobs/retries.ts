import { AGAIN_STATUSES } from '#lib/hap/actions/job.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

/** What was begun to do the rest of a job. */
export interface Retries {
  /** The newest job that does. */
  readonly latest: string
  /** Targets that were not done, and are in such a job now. */
  readonly tried: number
}

/** Of a row of `job_target`: that a later job has its binding, as a retry of its own job. */
export const TRIED_AGAIN = Prisma.sql`EXISTS (
  SELECT 1 FROM job AS later JOIN job_target AS tried ON tried.job_id = later.id
  WHERE later.parameters->>'retryOf' = job_target.job_id AND tried.binding_kind = job_target.binding_kind
    AND tried.binding_namespace = job_target.binding_namespace AND tried.binding_name = job_target.binding_name)`

/** The retries of jobs, by the id of the job; of one without any there is none. */
export async function readRetries(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Retries>> {
  const rows = await db.$queryRaw<(Retries & { id: string })[]>`
    SELECT first.id, first.latest, (
      SELECT count(*)::int FROM job_target
      WHERE job_id = first.id AND status = ANY(${[...AGAIN_STATUSES]}::text[]::"TargetStatus"[]) AND ${TRIED_AGAIN}
    ) AS tried
    FROM (
      SELECT DISTINCT ON (parameters->>'retryOf') parameters->>'retryOf' AS id, id AS latest FROM job
      WHERE parameters->>'retryOf' = ANY(${[...ids]}::text[]) ORDER BY parameters->>'retryOf', created_at DESC
    ) AS first`
  return new Map(rows.map(({ id, latest, tried }) => [id, { latest, tried }]))
}

/** What `retriedJobs` is joined by. */
export const RETRIED = Prisma.sql`retried`

/**
 * The same of all jobs at once: `id` and how many of its targets are `tried` again, of the jobs that have a retry. Retry by retry, by its
 * own rows: nothing tells PostgreSQL how few there are, and it would read the targets of all jobs. By `OFFSET 0` neither the retries nor
 * what they have in common with the first job is joined in another order.
 */
export function retriedJobs(): Prisma.Sql {
  return Prisma.sql`
    SELECT later.first AS id, count(DISTINCT again.position)::int AS tried
    FROM (SELECT id, parameters->>'retryOf' AS first FROM job WHERE parameters->>'retryOf' IS NOT NULL OFFSET 0) AS later
      CROSS JOIN LATERAL (
        SELECT job_target.position
        FROM job_target JOIN job_target AS tried ON tried.binding_kind = job_target.binding_kind
          AND tried.binding_namespace = job_target.binding_namespace AND tried.binding_name = job_target.binding_name
        WHERE tried.job_id = later.id AND job_target.job_id = later.first
          AND job_target.status = ANY(${[...AGAIN_STATUSES]}::text[]::"TargetStatus"[]) OFFSET 0
      ) AS again
    GROUP BY 1`
}
