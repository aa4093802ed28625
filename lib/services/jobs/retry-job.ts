import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import { AGAIN_STATUSES } from '#lib/hap/actions/target-status.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { listTargets, readJob } from '#lib/store/jobs/read-jobs.ts'
import type { JobContext } from './job-context.ts'
import { JobError } from './job-error.ts'
import { jobIdOf } from './job-order.ts'
import { requireJob } from './require-job.ts'
import { type JobRequest, type StartedJob, startOrder } from './start-job.ts'

/**
 * Starts a job with the targets of another one that were not done, as they are now: whoever asks has seen what became of them. The
 * first job stays as it is. Throws JobError, AuditError or another StoreError.
 */
export async function retryJob(context: JobContext, request: JobRequest, id: string): Promise<StartedJob> {
  const job = await requireJob(context, id)
  if (job.finishedAt === null)
    throw new JobError(409, 'The job is still at work. Wait for its end, or cancel it first.')
  // The same request again, which by now may find other versions.
  const again = await readJob(context.store.db, jobIdOf(request.user.id, request.key))
  if (again?.parameters.retryOf === id) return { job: again, isNew: false }
  const failed = await listTargets(context.store.db, id, { statuses: AGAIN_STATUSES, offset: 0, limit: MOST_TARGETS })
  const targets = failed.flatMap(({ binding }) => {
    const now = context.inventory.binding(bindingKey(binding))
    return now ? [{ kind: binding.kind, name: binding.name, seenVersion: now.resourceVersion }] : []
  })
  if (targets.length === 0) throw new JobError(409, 'No binding of this job is left to be tried again.')
  const { action, reason, ticket, parameters } = job
  return startOrder(context, request, { action, targets, reason, ticket, until: parameters.until, retryOf: id })
}
