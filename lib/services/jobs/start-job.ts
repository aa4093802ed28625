import type { User } from '#lib/auth/session.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { isRecord } from '#lib/hap/document.ts'
import { holdEndRefusal } from '#lib/hap/lifecycle/hold.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { actionRefusal, type RememberedBindings } from '#lib/services/actions/action-order.ts'
import { attemptDraft, audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { JobParameters, JobRecord } from '#lib/store/jobs/job-record.ts'
import { countPendingTargets, createJob, readJob } from '#lib/store/jobs/jobs.ts'
import { JOB_ENTRIES, type JobContext, requireJob } from './job-context.ts'
import { fingerprintOf, type JobOrder, jobIdOf, parseJob } from './job-input.ts'
import { findRetryRefusal } from './retry-targets.ts'
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
  const parameters: JobParameters = { userId: user.id, until, retryOf, fingerprint: fingerprintOf(order) }
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
    'This Idempotency-Key started another job already. Check the list of jobs, or use another key.',
  )
}
