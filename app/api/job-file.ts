import { jobState } from '#lib/hap/actions/job.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import type { ColumnFields, ExportColumn } from '#lib/queries/lists/rows-file.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { wholeFile } from './whole-file.ts'

/**
 * Exports the jobs list; `refused` says why there is no file. Throws StoreError, also while the
 * file is read.
 */
export function jobFile(jobs: Pick<JobService, 'listWhole'>, request: ExportRequest): Promise<Exported> {
  return wholeFile(most => jobs.listWhole(request, most), request, { noun: 'job', columns: COLUMNS, shows: SHOWS })
}

const COLUMNS: readonly ExportColumn<JobView>[] = [
  ['id', ({ id }) => id, 'id'],
  ['action', ({ action }) => action, 'action'],
  ['until', ({ until }) => until, 'until'],
  ['state', job => jobState(job), 'status'],
  ['waits_for', ({ waitsFor }) => waitsFor, 'waitsFor'],
  ['bindings', ({ total }) => total, 'total'],
  ['done', ({ counts }) => counts.done, 'counts'],
  ['failed', ({ counts }) => counts.failed, 'counts'],
  ['refused', ({ counts }) => counts.refused, 'counts'],
  ['unknown', ({ counts }) => counts.unknown, 'counts'],
  ['cancelled', ({ counts }) => counts.cancelled, 'counts'],
  ['to_retry', ({ toRetry }) => toRetry, 'toRetry'],
  ['retry_of', ({ retryOf }) => retryOf, 'retryOf'],
  ['retried_by', ({ retriedBy }) => retriedBy, 'retriedBy'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['ticket', ({ ticket }) => ticket, 'ticket'],
  ['actor', ({ actor }) => actor, 'actor'],
  ['role', ({ role }) => role, 'role'],
  ['started', ({ createdAt }) => createdAt, 'createdAt'],
  ['ended', ({ finishedAt }) => finishedAt, 'finishedAt'],
]

const SHOWS: ColumnFields = {
  job: ['id', 'action', 'until'],
  state: ['status', 'cancelRequested', 'waitsFor'],
  total: ['total'],
  done: ['counts'],
  failed: ['counts'],
  undone: ['toRetry', 'retryOf', 'retriedBy'],
  reason: ['reason'],
  ticket: ['ticket'],
  actor: ['actor', 'role'],
  started: ['createdAt'],
  ended: ['finishedAt'],
}
