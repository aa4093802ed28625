import { AGAIN_STATUSES, MOST_TARGETS } from '#lib/hap/actions/job.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { listTargets } from '#lib/store/jobs/read-jobs.ts'
import type { JobOrder } from './job-order.ts'

/** What of a job can be tried again: what was not done, or nobody knows of, and no retry has yet. Throws StoreError. */
export function leftTargets(db: Db, id: string): Promise<readonly TargetRecord[]> {
  return listTargets(db, id, { statuses: AGAIN_STATUSES, left: true, offset: 0, limit: MOST_TARGETS })
}

/** Why an order must not be started: it tries again what is not left of its job. Null when it may. Throws StoreError. */
export async function notLeft(
  db: Db,
  { retryOf, targets }: Pick<JobOrder, 'retryOf' | 'targets'>,
): Promise<RefusedError | null> {
  if (retryOf === null) return null
  const left = new Set((await leftTargets(db, retryOf)).map(({ binding }) => `${binding.kind} ${binding.name}`))
  const count = targets.filter(({ kind, name }) => !left.has(`${kind} ${name}`)).length
  if (count === 0) return null
  const are = count === 1 ? '1 of these bindings is' : `${count} of these bindings are`
  return new RefusedError(409, `${are} not left to retry: done already, or in another retry. Look at the job again.`)
}
