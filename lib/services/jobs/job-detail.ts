import { parseAction } from '#lib/hap/actions/action.ts'
import { changeWords } from '#lib/hap/audit/change-text.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { Db } from '#lib/store/database/client.ts'
import { requestOf } from './job-context.ts'
import type { JobService, TargetWindow } from './job-service.ts'
import type { JobDetail, TargetView } from './job-view.ts'

/** A target with what it came to, `claimed → held`; null where that is not known or it was not done. */
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

/** Accepted actions of one target that are looked at. */
const TRIES = 4

/** A part of a job's targets, with what each came to by the audit log. Throws RefusedError for a job that is not there, StoreError. */
export async function getJobDetail(
  { jobs, store }: JobServices,
  id: string,
  window: TargetWindow,
): Promise<JobWithChanges> {
  const detail = await jobs.get(id, window)
  const requestId = detail.rows.flatMap(row => (row.status === 'done' ? [requestOf(id, row.position)] : []))
  const limit = requestId.length * TRIES
  const records = limit === 0 ? [] : await listAudit(store.db, { requestId, outcome: 'accepted' }, { limit })
  const byRequest = Map.groupBy(records, record => record.requestId)
  const rows = detail.rows.map(row => {
    const found = byRequest.get(requestOf(id, row.position))?.find(record => isOf(record, row))
    return { ...row, change: found ? changeWords(found) : null }
  })
  return { ...detail, rows }
}

/** Whoever asks for something may call the request as they like, also as a target of a job. */
function isOf({ action, targets }: AuditRecord, { kind, name }: TargetView): boolean {
  return parseAction(action) !== null && targets.some(key => key.startsWith(`${kind}/`) && key.endsWith(`/${name}`))
}
