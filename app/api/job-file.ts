import { jobState } from '#lib/hap/actions/job-state.ts'
import { type ColumnFields, chosenFields } from '#lib/queries/export/chosen-fields.ts'
import type { Exported, ExportRequest } from '#lib/queries/export/export-list.ts'
import { type ExportColumn, rowsFile } from '#lib/queries/export/rows-file.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'

/** No file has as many jobs, since their ids are held while it is written. */
const TOO_MANY = 100_000

/** The file of the list of jobs, or the sentence that says why there is none. Throws StoreError, also while it is read. */
export async function jobFile(jobs: Pick<JobService, 'find'>, request: ExportRequest): Promise<Exported> {
  const { cols, format } = request
  const chosen = chosenFields(cols, SHOWS)
  if ('refused' in chosen) return chosen
  const { errors, count, parts } = await jobs.find(request, TOO_MANY)
  const [error] = errors
  if (error) return { refused: error.message }
  if (count === TOO_MANY) {
    const most = TOO_MANY.toLocaleString('en')
    return { refused: `${most} jobs or more are too many for one file. Narrow the search, for example at:30d.` }
  }
  return { parts: rowsFile(parts(), { format, columns: COLUMNS, ...chosen }) }
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

const SHOWS: ColumnFields<JobView> = {
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
