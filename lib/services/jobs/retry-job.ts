import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { listTargets, readJob } from '#lib/store/jobs/jobs.ts'
import { type JobContext, requireJob } from './job-context.ts'
import { type JobOrder, jobIdOf, parseRetry, type SeenVersions } from './job-input.ts'
import { listRetryable, retryTargets } from './retry-targets.ts'
import { type JobRequest, requireJobRole, type StartedJob, startDraft, startOrder } from './start-job.ts'

/**
 * Starts a job with the targets of another one that were not done and that no retry contains; the
 * first job does not change. A binding that changed since the user saw it is retried only at a
 * version that `input` names. Throws RefusedError, AuditError or another StoreError.
 */
export async function retryJob(
  context: JobContext,
  request: JobRequest,
  id: string,
  input: unknown = null,
): Promise<StartedJob> {
  const draft = startDraft(request, [jobTarget(id)])
  const found = await recorded(context, draft, () => orderOf(context, request, id, input))
  const { job, isNew } = 'job' in found.order ? found.order : await startOrder(context, request, found.order)
  return { job, isNew, leftOut: found.left - job.total }
}

interface FoundRetry {
  /**
   * The order to start, or the job that the same request started before, which may name other
   * versions.
   */
  readonly order: JobOrder | StartedJob
  /** Number of targets of the first job that could be retried. */
  readonly left: number
}

async function orderOf(
  context: JobContext,
  { user, key }: JobRequest,
  id: string,
  input: unknown,
): Promise<FoundRetry> {
  const { db } = context.store
  requireJobRole(user, null)
  const seen = parseRetry(input)
  const job = await requireJob(context, id)
  if (job.finishedAt === null)
    throw new RefusedError(409, 'The job is still running. Wait for it to end, or cancel it first.')
  const left = await listRetryable(db, id)
  const again = await readJob(db, jobIdOf(user.id, key))
  if (again?.parameters.retryOf === id) {
    requireSame(await listTargets(db, again.id, { offset: 0, limit: MAX_JOB_TARGETS, statuses: null }), seen)
    return { order: { job: again, isNew: false }, left: left.length + again.total }
  }
  const { targets, changed } = retryTargets(left, seen, each => context.inventory.binding(each))
  if (targets.length === 0)
    throw new RefusedError(409, changed === 0 ? 'This job has no binding left to retry.' : changedMessage(changed))
  const { action, reason, ticket, parameters } = job
  return {
    order: { action, targets, reason, ticket, until: parameters.until, retryOf: id },
    left: left.length,
  }
}

/** The same key with other versions is another request, and must not return the first job. */
function requireSame(targets: readonly TargetRecord[], seen: SeenVersions): void {
  const tried = new Map(targets.map(({ binding, seenVersion }) => [`${binding.kind} ${binding.name}`, seenVersion]))
  if ([...seen].some(([name, version]) => tried.get(name) !== version))
    throw new RefusedError(409, 'This Idempotency-Key retried the job with other versions already. Use another key.')
}

function changedMessage(count: number): string {
  const [what, have, their] =
    count === 1 ? ['1 binding', 'has', 'its version'] : [`${count} bindings`, 'have', 'their versions']
  return `${what} ${have} changed since the first job was ordered. Look at what changed, and name ${their} in "seen" to retry.`
}
