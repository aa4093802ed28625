import type { Action } from '#lib/hap/actions/action.ts'
import { type ChangedLine, changedLines } from '#lib/hap/actions/diff.ts'
import { RETRYABLE_STATUSES, type TargetStatus } from '#lib/hap/actions/job.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { JobRecord, JobStatus, TargetCounts, TargetRecord } from '#lib/store/jobs/job-record.ts'
import type { Retries } from '#lib/store/jobs/jobs.ts'

/** A job as pages and the API show it. Times are RFC 3339. */
export interface JobView {
  readonly id: string
  readonly action: Action
  readonly reason: string
  readonly ticket: string | null
  readonly actor: string
  readonly role: string | null
  readonly status: JobStatus
  readonly cancelRequested: boolean
  readonly total: number
  readonly counts: TargetCounts
  /** `hold`: its end; null for none. */
  readonly until: string | null
  readonly retryOf: string | null
  /** The newest job that retries targets of this one; null for none. */
  readonly retriedBy: string | null
  /** Targets that were not done or are in doubt, and that no retry contains. */
  readonly toRetry: number
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** Estimated minimum time to its end in milliseconds; null if it has ended. */
  readonly expectedMs: number | null
  /** Why it is not running at the moment, as a sentence; null if it is, or has ended. */
  readonly waitsFor: string | null
}

export interface TargetView {
  readonly position: number
  readonly kind: BindingKind
  readonly name: string
  readonly status: TargetStatus
  readonly attempts: number
  readonly message: string | null
  /** Set if it was refused because the binding differs from what the user saw. */
  readonly changed: ChangeSeen | null
  readonly updatedAt: string
}

/** How a binding changed between the user's decision and the job. */
interface ChangeSeen {
  /** The version that the job found; null if it could not be read. */
  readonly version: string | null
  /** Null if one of the two versions is unknown. */
  readonly lines: readonly ChangedLine[] | null
}

/** A window of a job's targets, with the job. */
export interface JobDetail {
  readonly job: JobView
  readonly rows: readonly TargetView[]
  readonly offset: number
  /** Number of targets with the selected outcomes. */
  readonly hits: number
}

/** What a view shows besides the record. */
export interface Outlook {
  expectedMs(targets: number, action: Action): number
  obstacle(): string | null
}

export function jobView(job: JobRecord, outlook: Outlook, retries: Retries | undefined): JobView {
  const { parameters, createdAt, startedAt, finishedAt } = job
  const ended = finishedAt !== null
  return {
    id: job.id,
    action: job.action,
    reason: job.reason,
    ticket: job.ticket,
    actor: job.actor,
    role: job.role,
    status: job.status,
    cancelRequested: job.cancelRequested,
    total: job.total,
    counts: job.counts,
    until: parameters.until,
    retryOf: parameters.retryOf,
    retriedBy: retries?.latest ?? null,
    toRetry: RETRYABLE_STATUSES.reduce((sum, status) => sum + job.counts[status], 0) - (retries?.tried ?? 0),
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    expectedMs: ended ? null : outlook.expectedMs(job.counts.pending + job.counts.running, job.action),
    waitsFor: ended ? null : outlook.obstacle(),
  }
}

export function targetView(target: TargetRecord): TargetView {
  const { position, binding, status, attempts, message, seen, changed, updatedAt } = target
  const { kind, name } = binding
  const found = changed?.found ?? null
  return {
    position,
    kind,
    name,
    status,
    attempts,
    message,
    changed: changed && { version: found?.version ?? null, lines: seen && found && changedLines(seen, found) },
    updatedAt: updatedAt.toISOString(),
  }
}
