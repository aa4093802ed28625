import { parseAction } from '#lib/hap/actions/action.ts'
import { TARGET_STATUSES, type TargetStatus } from '#lib/hap/actions/job.ts'
import type { Remembered } from '#lib/hap/lifecycle/identity.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type {
  ChangedTarget,
  JobParameters,
  JobRecord,
  JobStatus,
  SeenBinding,
  TargetCounts,
  TargetRecord,
} from './job-record.ts'

/** A job as JOB_COLUMNS returns it. */
export interface JobRow {
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
export const JOB_COLUMNS = Prisma.sql`job.id, job.action, job.parameters, job.reason, job.ticket, job.actor, job.role,
  job.request_id, job.status::text AS status, job.cancel_requested, job.total, job.created_at, job.started_at,
  job.finished_at,
  (SELECT jsonb_object_agg(each.status, each.count)
    FROM (SELECT status::text AS status, count(*)::int AS count FROM job_target WHERE job_id = job.id GROUP BY 1) AS each
  ) AS counts`

/** Throws for an action of a version of the console that is not this one. */
export function jobOf(row: JobRow): JobRecord {
  const action = parseAction(row.action)
  if (action === null) throw new Error(`Job ${row.id} has an action that nobody knows.`)
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
  /** Jobs of older versions of the console have no `seen`, or no `remembered`. */
  readonly precondition: {
    readonly seenVersion: string
    readonly seen?: SeenBinding | null
    readonly remembered?: Remembered | null
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
