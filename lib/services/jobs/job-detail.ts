import { parseAction } from '#lib/hap/actions/action.ts'
import { describeChange } from '#lib/hap/audit/change-text.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import { requestOf } from './job-context.ts'
import type { TargetWindow } from './job-input.ts'
import type { JobService } from './job-service.ts'
import type { JobDetail, TargetView } from './job-view.ts'

/** A target and the change that was made, as in `claimed → held`; null if unknown or not done. */
export interface JobTargetDetail extends TargetView {
  readonly change: string | null
}

export interface JobWithChanges extends Omit<JobDetail, 'rows'> {
  readonly rows: readonly JobTargetDetail[]
}

interface JobServices {
  readonly jobs: Pick<JobService, 'get'>
  readonly store: { readonly db: Db }
}

/** Maximum number of accepted actions per target that are read. */
const MAX_TRIES = 4

/**
 * Returns a window of a job's targets with the changes from the audit log. Throws RefusedError for
 * an unknown job, StoreError.
 */
export async function getJobDetail(
  { jobs, store }: JobServices,
  id: string,
  window: TargetWindow,
): Promise<JobWithChanges> {
  const detail = await jobs.get(id, window)
  const requestId = detail.rows.flatMap(row => (row.status === 'done' ? [requestOf(id, row.position)] : []))
  const limit = requestId.length * MAX_TRIES
  const records = limit === 0 ? [] : await listAudit(store.db, { requestId, outcome: 'accepted' }, { limit })
  const byRequest = Map.groupBy(records, record => record.requestId)
  const rows = detail.rows.map(row => {
    const found = byRequest.get(requestOf(id, row.position))?.find(record => isOf(record, row))
    return { ...row, change: found ? describeChange(found) : null }
  })
  return { ...detail, rows }
}

/** Clients choose the ids of their requests, so that one can look like the id of a target. */
function isOf({ action, targets }: AuditRecord, { kind, name }: TargetView): boolean {
  return parseAction(action) !== null && targets.some(key => key.startsWith(`${kind}/`) && key.endsWith(`/${name}`))
}
