import { roleObstacle } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { ACTION_WORDS, type Action } from '#lib/hap/actions/action.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { audited } from '#lib/services/audit/audited.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { StoreUnavailableError } from '#lib/store/failure/store-errors.ts'
import { createJob } from '#lib/store/jobs/create-job.ts'
import type { JobParameters, JobRecord } from '#lib/store/jobs/job-record.ts'
import { pendingTargets, readJob } from '#lib/store/jobs/read-jobs.ts'
import type { JobContext } from './job-context.ts'
import { JobError } from './job-error.ts'
import { fingerprintOf, type JobOrder, jobIdOf, parseJob } from './job-order.ts'
import { requireJob } from './require-job.ts'

/** Targets that wait altogether; more of them would take most of a day. */
const MOST_WAITING = 20_000

/** Who asks for something about jobs. */
export interface JobRequest {
  readonly user: User
  readonly requestId: string | null
  /** Idempotency-Key, as it was sent. */
  readonly key: string | null
}

export interface StartedJob {
  readonly job: JobRecord
  /** False when the same request had started it before. */
  readonly isNew: boolean
}

/** Starts a job from untrusted data. Throws JobError, AuditError or another StoreError. */
export async function startJob(context: JobContext, request: JobRequest, input: unknown): Promise<StartedJob> {
  const order = parseJob(input)
  if (order.retryOf !== null) await requireJob(context, order.retryOf)
  return startOrder(context, request, order)
}

/** The same from an order. */
export async function startOrder(
  context: JobContext,
  { user, requestId, key }: JobRequest,
  order: JobOrder,
): Promise<StartedJob> {
  const { store, inventory, audit } = context
  const { action, targets, reason, ticket, until, retryOf } = order
  const id = jobIdOf(user.id, key)
  const parameters: JobParameters = { userId: user.id, until, retryOf, fingerprint: fingerprintOf(order) }
  const draft: IntentDraft = {
    actor: { name: user.name, role: user.role },
    action: 'start job',
    targets: [jobTarget(id)],
    reason,
    ticket,
    requestId,
    after: { action, targets: targets.length, until, retryOf },
  }
  await requireJobRole(context, user, action, draft)
  const known = await readJob(store.db, id)
  if (known) return { job: sameJob(known, parameters), isNew: false }
  return audited(
    audit,
    draft,
    async () => {
      const waiting = await pendingTargets(store.db)
      if (waiting + targets.length > MOST_WAITING) {
        const detail = `${waiting} bindings wait for their turn in other jobs already. Try again when some of these are done.`
        throw new JobError(409, detail)
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
        targets: targets.map(({ kind, name, seenVersion }) => ({
          binding: { kind, namespace: inventory.namespace, name },
          seenVersion,
        })),
      })
      const job = sameJob(started.job, parameters)
      return { outcome: 'accepted', detail: `Job ${id}.`, result: { job, isNew: started.isNew } }
    },
    error => error instanceof StoreUnavailableError && error.outcomeUnknown,
  )
}

/** Refuses whoever may not do the action of a job, and records that. Throws JobError. */
export async function requireJobRole(
  { audit }: Pick<JobContext, 'audit'>,
  user: User,
  action: Action,
  draft: IntentDraft,
): Promise<void> {
  const { role } = ACTION_WORDS[action]
  const refusal = roleObstacle(user.role, role)
  if (refusal === null) return
  await audit.refused(draft, refusal)
  throw new JobError(403, refusal)
}

function sameJob(job: JobRecord, { fingerprint }: JobParameters): JobRecord {
  if (job.parameters.fingerprint === fingerprint) return job
  throw new JobError(409, 'This Idempotency-Key started another job already. Look among the jobs, or send another key.')
}
