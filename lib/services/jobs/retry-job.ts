import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import { AGAIN_STATUSES } from '#lib/hap/actions/target-status.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { listTargets, readJob } from '#lib/store/jobs/read-jobs.ts'
import type { JobContext } from './job-context.ts'
import { type JobOrder, jobIdOf } from './job-order.ts'
import { requireJob } from './require-job.ts'
import { type JobRequest, requireJobRole, type StartedJob, startDraft, startOrder } from './start-job.ts'

/**
 * Starts a job with the targets of another one that were not done, as they are now: whoever asks has seen what became of them. The
 * first job stays as it is. Throws RefusedError, AuditError or another StoreError.
 */
export async function retryJob(context: JobContext, request: JobRequest, id: string): Promise<StartedJob> {
  const draft = startDraft(request, [jobTarget(id.slice(0, 200))])
  const found = await recorded(context, draft, () => orderOf(context, request, id))
  return 'job' in found ? found : startOrder(context, request, found)
}

/** What is to be tried again; a job that the same request started before, which by now may find other versions. */
async function orderOf(context: JobContext, { user, key }: JobRequest, id: string): Promise<JobOrder | StartedJob> {
  const { db } = context.store
  requireJobRole(user, null)
  const job = await requireJob(context, id)
  if (job.finishedAt === null)
    throw new RefusedError(409, 'The job is still running. Wait for it to end, or cancel it first.')
  const again = await readJob(db, jobIdOf(user.id, key))
  if (again?.parameters.retryOf === id) return { job: again, isNew: false }
  const failed = await listTargets(db, id, { statuses: AGAIN_STATUSES, offset: 0, limit: MOST_TARGETS })
  const targets = failed.flatMap(({ binding }) => {
    const now = context.inventory.binding(bindingKey(binding))
    return now ? [{ kind: binding.kind, name: binding.name, seenVersion: now.resourceVersion }] : []
  })
  if (targets.length === 0) throw new RefusedError(409, 'This job has no binding left to retry.')
  const { action, reason, ticket, parameters } = job
  return { action, targets, reason, ticket, until: parameters.until, retryOf: id }
}
