import { parseAction } from '#lib/hap/actions/action.ts'
import { RETRYABLE_STATUSES, TARGET_STATUSES, type TargetStatus } from '#lib/hap/actions/job.ts'
import type { StoredIdentity } from '#lib/hap/lifecycle/identity.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import type {
  ChangedTarget,
  JobParameters,
  JobRecord,
  JobStatus,
  NewJob,
  SeenBinding,
  TargetCounts,
  TargetRecord,
} from './job-record.ts'

/** Creates a job with its targets, once: for a known id it returns the existing job with `isNew` false. */
export async function createJob(store: Store, job: NewJob): Promise<{ job: JobRecord; isNew: boolean }> {
  const targets = job.targets.map(({ binding, ...precondition }) => ({ ...binding, ...precondition }))
  return store.transaction(
    async tx => {
      const inserted = await tx.$executeRaw`
        INSERT INTO job (id, action, parameters, reason, ticket, actor, role, request_id, audit_seq, total)
        VALUES (${job.id}, ${job.action}, ${JSON.stringify(job.parameters)}::jsonb, ${job.reason}, ${job.ticket},
          ${job.actor}, ${job.role}, ${job.requestId}, ${job.auditSeq}, ${targets.length})
        ON CONFLICT (id) DO NOTHING`
      // One statement for any number of targets.
      if (inserted === 1)
        await tx.$executeRaw`
          INSERT INTO job_target (job_id, position, binding_kind, binding_namespace, binding_name, precondition)
          SELECT ${job.id}, place - 1, target->>'kind', target->>'namespace', target->>'name',
            jsonb_build_object('seenVersion', target->>'seenVersion', 'seen', target->'seen',
              'remembered', target->'remembered')
          FROM jsonb_array_elements(${JSON.stringify(targets)}::jsonb) WITH ORDINALITY AS given(target, place)`
      const created = await readJob(tx, job.id)
      if (created === null) throw new Error(`Job ${job.id} is not there.`)
      return { job: created, isNew: inserted === 1 }
    },
    { isolation: 'read-committed' },
  )
}

interface Window {
  readonly offset: number
  readonly limit: number
}

export async function readJob(db: Db, id: string): Promise<JobRecord | null> {
  const [row] = await db.$queryRaw<JobRow[]>`SELECT ${JOB_COLUMNS} FROM job WHERE id = ${id}`
  return row ? jobOf(row) : null
}

/** Selection of targets: by status, null for all; `left` omits those that a retry contains. */
export interface TargetChoice {
  readonly statuses: readonly TargetStatus[] | null
  readonly left?: boolean
}

/** Targets of a job in order. */
export async function listTargets(
  db: Db,
  id: string,
  { statuses, left = false, offset, limit }: Window & TargetChoice,
): Promise<readonly TargetRecord[]> {
  const chosen =
    statuses === null ? Prisma.empty : Prisma.sql`AND status = ANY(${[...statuses]}::text[]::"TargetStatus"[])`
  const rows = await db.$queryRaw<TargetRow[]>`
    SELECT ${TARGET_COLUMNS} FROM job_target WHERE job_id = ${id} ${chosen} ${left ? Prisma.sql`AND NOT ${IS_RETRIED}` : Prisma.empty}
    ORDER BY position OFFSET ${offset} LIMIT ${limit}`
  return rows.map(targetOf)
}

/** Number of unfinished targets of unfinished jobs. */
export async function countPendingTargets(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM job JOIN job_target ON job_id = job.id
    WHERE job.status IN ('queued', 'running') AND job_target.status IN ('pending', 'running')`
  return row?.count ?? 0
}

/** Number of unfinished jobs and of their unfinished targets. */
export async function countUnfinishedJobs(
  db: Db,
): Promise<{ readonly queued: number; readonly running: number; readonly targets: number }> {
  const [row] = await db.$queryRaw<{ queued: number; running: number }[]>`
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued, count(*) FILTER (WHERE status = 'running')::int AS running
    FROM job WHERE status IN ('queued', 'running')`
  const { queued, running } = row ?? { queued: 0, running: 0 }
  return { queued, running, targets: queued + running === 0 ? 0 : await countPendingTargets(db) }
}

/** A version of each unfinished or recently finished job that differs after any progress. */
export async function readJobVersions(db: Db): Promise<ReadonlyMap<string, string>> {
  // Not clock_timestamp(): no index is used for it.
  const rows = await db.$queryRaw<{ id: string; mark: string }[]>`
    SELECT job.id, concat_ws(' ', job.status, job.cancel_requested,
      (SELECT max(updated_at) FROM job_target WHERE job_id = job.id)) AS mark
    FROM job
    WHERE status IN ('queued', 'running') OR finished_at > statement_timestamp() - interval '1 minute'`
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}

/** Jobs by their ids, in their order. Throws StoreError. */
export async function readJobs(db: Db, ids: readonly string[]): Promise<readonly JobRecord[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<JobRow[]>`SELECT ${JOB_COLUMNS} FROM job WHERE id = ANY(${[...ids]}::text[])`
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row === undefined ? [] : [jobOf(row)]
  })
}

/** Retries of a job. */
export interface Retries {
  /** The latest retry. */
  readonly latest: string
  /** Unfinished targets that a retry contains. */
  readonly tried: number
}

/** Condition on `job_target`: a retry of its job contains its binding. */
const IS_RETRIED = Prisma.sql`EXISTS (
  SELECT 1 FROM job AS later JOIN job_target AS tried ON tried.job_id = later.id
  WHERE later.parameters->>'retryOf' = job_target.job_id AND tried.binding_kind = job_target.binding_kind
    AND tried.binding_namespace = job_target.binding_namespace AND tried.binding_name = job_target.binding_name)`

/** Retries by job id; jobs without one are absent. */
export async function readRetries(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Retries>> {
  const rows = await db.$queryRaw<(Retries & { id: string })[]>`
    SELECT first.id, first.latest, (
      SELECT count(*)::int FROM job_target
      WHERE job_id = first.id AND status = ANY(${[...RETRYABLE_STATUSES]}::text[]::"TargetStatus"[]) AND ${IS_RETRIED}
    ) AS tried
    FROM (
      SELECT DISTINCT ON (parameters->>'retryOf') parameters->>'retryOf' AS id, id AS latest FROM job
      WHERE parameters->>'retryOf' = ANY(${[...ids]}::text[]) ORDER BY parameters->>'retryOf', created_at DESC
    ) AS first`
  return new Map(rows.map(({ id, latest, tried }) => [id, { latest, tried }]))
}

/** A job as JOB_COLUMNS returns it. */
interface JobRow {
  readonly id: string
  readonly action: string
  readonly parameters: JobParameters
  readonly reason: string
  readonly ticket: string | null
  readonly actor: string
  readonly role: string | null
  readonly request_id: string | null
  readonly status: JobStatus
  readonly cancel_requested: boolean
  readonly total: number
  readonly counts: Partial<TargetCounts> | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

/** Columns of `job` for a SELECT. */
const JOB_COLUMNS = Prisma.sql`job.id, job.action, job.parameters, job.reason, job.ticket, job.actor, job.role,
  job.request_id, job.status::text AS status, job.cancel_requested, job.total, job.created_at, job.started_at,
  job.finished_at,
  (SELECT jsonb_object_agg(each.status, each.count)
    FROM (SELECT status::text AS status, count(*)::int AS count FROM job_target WHERE job_id = job.id GROUP BY 1) AS each
  ) AS counts`

/** Throws for an action that this release does not know. */
function jobOf(row: JobRow): JobRecord {
  const action = parseAction(row.action)
  if (action === null) throw new Error(`Job ${row.id} has an unknown action.`)
  return {
    id: row.id,
    action,
    parameters: row.parameters,
    reason: row.reason,
    ticket: row.ticket,
    actor: row.actor,
    role: row.role,
    requestId: row.request_id,
    status: row.status,
    cancelRequested: row.cancel_requested,
    total: row.total,
    counts: countsOf(row.counts ?? {}),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

function countsOf(counted: Partial<TargetCounts>): TargetCounts {
  return Object.fromEntries(TARGET_STATUSES.map(status => [status, counted[status] ?? 0])) as TargetCounts
}

/** A target as TARGET_COLUMNS returns it. */
export interface TargetRow {
  readonly position: number
  readonly binding_kind: BindingKind
  readonly binding_namespace: string
  readonly binding_name: string
  /** Jobs of older releases lack `seen` or `remembered`. */
  readonly precondition: {
    readonly seenVersion: string
    readonly seen?: SeenBinding | null
    readonly remembered?: StoredIdentity | null
  }
  readonly status: TargetStatus
  readonly attempts: number
  readonly message: string | null
  readonly changed: ChangedTarget | null
  readonly updated_at: Date
}

/** Columns of `job_target` for a SELECT or RETURNING. */
export const TARGET_COLUMNS = Prisma.sql`job_target.position, job_target.binding_kind, job_target.binding_namespace,
  job_target.binding_name, job_target.precondition, job_target.status::text AS status, job_target.attempts,
  job_target.message, job_target.changed, job_target.updated_at`

export function targetOf(row: TargetRow): TargetRecord {
  return {
    position: row.position,
    binding: { kind: row.binding_kind, namespace: row.binding_namespace, name: row.binding_name },
    seenVersion: row.precondition.seenVersion,
    seen: row.precondition.seen ?? null,
    remembered: row.precondition.remembered ?? null,
    status: row.status,
    attempts: row.attempts,
    message: row.message,
    changed: row.changed,
    updatedAt: row.updated_at,
  }
}
