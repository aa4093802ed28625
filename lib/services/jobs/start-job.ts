import type { User } from '#lib/auth/session.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { isRecord } from '#lib/hap/document.ts'
import { holdEndRefusal } from '#lib/hap/lifecycle/hold.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { actionRefusal, type RememberedBindings } from '#lib/services/actions/action-order.ts'
import { attemptDraft, audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { JobParameters, JobRecord, TargetRecord } from '#lib/store/jobs/job-record.ts'
import { countPendingTargets, createJob, listTargets, readJob } from '#lib/store/jobs/jobs.ts'
import { JOB_ENTRIES, type JobContext, requireJob } from './job-context.ts'
import { fingerprintOf, type JobOrder, jobIdOf, parseJob, parseRetry, type SeenVersions } from './job-input.ts'
import { findRetryRefusal, listRetryable, retryTargets } from './retry-targets.ts'
import { resolveTarget } from './seen-bindings.ts'

/** Maximum number of waiting targets in all jobs; more would take most of a day. */
const MAX_WAITING = 20_000

/** A request about jobs, and its user. */
export interface JobRequest {
  readonly user: User
  readonly requestId: string | null
  /** Idempotency-Key, as sent. */
  readonly key: string | null
  /** When the user signed in, in milliseconds since 1970; null or absent if unknown. */
  readonly signedInAt?: number | null
  /** What an approved proposal stored about its bindings. */
  readonly remembered?: RememberedBindings
}

export interface StartedJob {
  readonly job: JobRecord
  /** False if the same request had started it before. */
  readonly isNew: boolean
  /**
   * Of a retry: number of targets of the first job that are left out because they changed or no
   * longer exist.
   */
  readonly leftOut?: number
}

/** Starts a job from untrusted input. Throws RefusedError, AuditError or another StoreError. */
export async function startJob(context: JobContext, request: JobRequest, input: unknown): Promise<StartedJob> {
  const order = await recorded(context, startDraft(request, []), async () => {
    const order = orderFrom(request.user, input)
    if (order.retryOf === null) return order
    requireJobRole(request.user, order.action)
    await requireJob(context, order.retryOf)
    return order
  })
  return startOrder(context, request, order)
}

/**
 * A user without the role learns only that, and no problems of the input. A valid order is refused
 * later, when all its fields can be recorded.
 */
function orderFrom(user: User, input: unknown): JobOrder {
  try {
    return parseJob(input)
  } catch (error) {
    requireJobRole(user, isRecord(input) ? input.action : null)
    throw error
  }
}

/** The audit record of an attempt before its order is parsed. */
export function startDraft(request: JobRequest, targets: readonly string[]): IntentDraft {
  return attemptDraft(JOB_ENTRIES.start, request, targets)
}

/** Starts a job from a parsed order. */
export async function startOrder(context: JobContext, request: JobRequest, order: JobOrder): Promise<StartedJob> {
  const { user, requestId, key } = request
  const { store, inventory, audit } = context
  const { action, targets, reason, ticket, until, retryOf } = order
  const after = { action, targets: targets.length, until, retryOf }
  const attempt: IntentDraft = { ...startDraft(request, []), reason, ticket, after }
  const id = await recorded(context, attempt, () => {
    requireJobRole(user, action)
    return jobIdOf(user.id, key)
  })
  const parameters: JobParameters = {
    userId: user.id,
    issuer: user.issuer ?? null,
    until,
    retryOf,
    fingerprint: fingerprintOf(order),
  }
  const draft: IntentDraft = { ...attempt, targets: [jobTarget(id)] }
  const known = await recorded(context, draft, async () => {
    const refusal = await findRetryRefusal(store.db, order)
    // Read last: missing targets may be in the very job that this request started before.
    const job = await readJob(store.db, id)
    if (job) return sameJob(job, parameters)
    if (refusal) throw refusal
    const ended = holdEndRefusal(until === null ? null : Date.parse(until), context.now())
    if (ended !== null) throw new RefusedError(retryOf === null ? 400 : 409, `until: ${ended}`)
    return null
  })
  if (known) return { job: known, isNew: false }
  return audited(
    audit,
    draft,
    async auditSeq => {
      const waiting = await countPendingTargets(store.db)
      if (waiting + targets.length > MAX_WAITING) {
        const detail = `${waiting} bindings are already waiting in other jobs. Try again when some of them are done.`
        throw new RefusedError(409, detail)
      }
      const started = await createJob(store, {
        id,
        action,
        parameters,
        reason,
        ticket,
        actor: user.name,
        role: user.role,
        requestId,
        auditSeq,
        targets: targets.map(({ kind, name, seenVersion }) => {
          const binding = { kind, namespace: inventory.namespace, name }
          const target = resolveTarget(context, binding, seenVersion)
          const remembered = request.remembered?.get(bindingKey(binding)) ?? target.remembered
          return { binding, seenVersion, seen: target.seen, remembered }
        }),
      })
      const job = sameJob(started.job, parameters)
      return { outcome: 'accepted', detail: `Job ${id}.`, result: { job, isNew: started.isNew } }
    },
    failedOutcome,
  )
}

/**
 * Refuses a user whose role does not permit the action; for an unknown action, a user who may do
 * none. Throws RefusedError.
 */
export function requireJobRole(user: User, action: unknown): void {
  const refusal = actionRefusal(user, action)
  if (refusal !== null) throw new RefusedError(403, refusal)
}

function sameJob(job: JobRecord, { fingerprint }: JobParameters): JobRecord {
  if (job.parameters.fingerprint === fingerprint) return job
  throw new RefusedError(
    409,
    'This Idempotency-Key already started another job. Check the list of jobs, or use another key.',
  )
}

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
    throw new RefusedError(409, 'This Idempotency-Key already retried the job with other versions. Use another key.')
}

function changedMessage(count: number): string {
  const [what, have, their] =
    count === 1 ? ['1 binding', 'has', 'its version'] : [`${count} bindings`, 'have', 'their versions']
  return `${what} ${have} changed since the first job was started. Review the changes, and name ${their} in "seen" to retry.`
}
