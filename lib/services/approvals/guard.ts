import type { User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { type Action, NEEDS_APPROVAL, parseAction } from '#lib/hap/actions/action.ts'
import { mayBeDangerous } from '#lib/hap/actions/action-table.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { isRecord } from '#lib/hap/document.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { type ActionOptions, actionRefusal } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { actorOf } from '#lib/services/audit/actor.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import { requireJob } from '#lib/services/jobs/job-context.ts'
import { type JobOrder, jobIdOf, parseJob, parseRetry } from '#lib/services/jobs/job-input.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import { listRetryable, retryTargets } from '#lib/services/jobs/retry-targets.ts'
import { type JobRequest, startDraft } from '#lib/services/jobs/start-job.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { readJob } from '#lib/store/jobs/jobs.ts'
import type { ApprovalContext } from './approval-context.ts'
import { isProposalKey } from './approve.ts'

interface DangerRefusal {
  readonly status: 403 | 409
  /** Sentences; a retry may need another one. */
  readonly words: string
  readonly retryMessage: string
}

/** Refuses dangerous actions of a user who signed in at a time; null permits them. */
type RefuseDanger = (user: User, signedInAt: number | null | undefined) => DangerRefusal | null

const TWO: DangerRefusal = {
  status: 409,
  words: NEEDS_APPROVAL,
  retryMessage: `${NEEDS_APPROVAL} Select the remaining bindings, and propose a new job.`,
}

/** No dangerous action is done by one person. */
export const TWO_PERSONS: RefuseDanger = () => TWO

/**
 * A user of the identity provider needs a recent sign-in. An unknown time of sign-in does not count
 * as recent.
 */
export function recentSignIn(now: () => number): RefuseDanger {
  return (user, signedInAt) => {
    const words = stepUpRefusal(user, signedInAt === undefined ? 0 : signedInAt, now())
    return words === null ? null : { status: 403, words, retryMessage: words }
  }
}

/**
 * Wraps the service of actions: `refuseDanger` decides about dangerous ones. A harmless action is
 * pinned to the previewed version, so that it cannot become dangerous. Refusals are recorded.
 */
export function guardActions(
  actions: ActionService,
  context: Pick<ApprovalContext, 'audit'>,
  refuseDanger: RefuseDanger,
): ActionService {
  return {
    ...actions,
    async perform(asked, user, input, options) {
      const action = parseAction(asked)
      const refusal = refuseDanger(user, options.signedInAt)
      const until = isRecord(input) ? input.until : null
      if (refusal === null || action === null || !mayBeDangerous(action, until) || actionRefusal(user, action) !== null)
        return actions.perform(asked, user, input, options)
      const preview = await actions.preview(action, user, input, options.signal)
      // The service itself refuses invalid input, and checks the reason, which only the action
      // needs.
      if (preview.status === 'invalid') return actions.perform(asked, user, input, options)
      if (preview.status !== 'planned') return recordRefused(context, { action, user, input, options }, preview)
      const { now, plan, others } = preview
      if (plan.danger !== null || others.some(other => other.plan.danger !== null))
        return recordRefused(
          context,
          { action, user, input, options },
          { status: 'refused', reason: refusal.words, now },
        )
      return actions.perform(asked, user, isRecord(input) ? { ...input, ...preconditionsOf(now) } : input, options)
    },
  }
}

const RESERVED_KEY =
  'Idempotency-Key: keys that start with approval- are reserved for approved proposals. Use another key.'

/**
 * Wraps the service of bulk jobs: `refuseDanger` decides about dangerous ones, and keys reserved
 * for proposals are refused to all users. Each target is done at the version that was judged, also
 * those of a retry.
 */
export function guardJobs(
  jobs: JobService,
  context: Pick<ApprovalContext, 'store' | 'audit' | 'bindingOf' | 'dangerOf'>,
  refuseDanger: RefuseDanger,
): JobService {
  const refused = (request: JobRequest, more: Partial<IntentDraft>, status: RefusedError['status'], words: string) =>
    recorded(context, { ...startDraft(request, []), ...more }, () => {
      throw new RefusedError(status, words)
    })
  return {
    ...jobs,
    async start(request, input) {
      const refusal = refuseDanger(request.user, request.signedInAt)
      const isReserved = isProposalKey(request.key)
      const order = refusal !== null || isReserved ? parseIfValid(() => parseJob(input)) : null
      if (isReserved && actionRefusal(request.user, order?.action ?? null) === null)
        return refused(request, auditFields(order), 400, RESERVED_KEY)
      if (refusal === null || order === null || actionRefusal(request.user, order.action) !== null)
        return jobs.start(request, input)
      const { action, until } = order
      if (!mayBeDangerous(action, until) || context.dangerOf(order) === null || (await isRepeated(context, request)))
        return jobs.start(request, input)
      return refused(request, auditFields(order), refusal.status, refusal.words)
    },
    async retry(request, id, input) {
      const refusal = refuseDanger(request.user, request.signedInAt)
      if (actionRefusal(request.user, null) !== null) return jobs.retry(request, id, input)
      if (isProposalKey(request.key)) return refused(request, {}, 400, RESERVED_KEY)
      if (refusal === null) return jobs.retry(request, id, input)
      const job = await requireJob(context, id)
      const action = parseAction(job.action)
      const { until } = job.parameters
      const seen = parseIfValid(() => parseRetry(input))
      if (action === null || seen === null || !mayBeDangerous(action, until) || (await isRepeated(context, request)))
        return jobs.retry(request, id, input)
      const { targets } = retryTargets(await listRetryable(context.store.db, id), seen, context.bindingOf)
      if (context.dangerOf({ action, targets, until }) === null) return jobs.retry(request, id, { seen: targets })
      return refused(request, {}, refusal.status, refusal.retryMessage)
    },
  }
}

/**
 * Whether the request has started its job already. A client that lost the answer receives that job,
 * even if its targets have changed since.
 */
async function isRepeated({ store }: Pick<ApprovalContext, 'store'>, { user, key }: JobRequest): Promise<boolean> {
  try {
    return (await readJob(store.db, jobIdOf(user.id, key))) !== null
  } catch (error) {
    // Not a valid key.
    if (error instanceof RefusedError) return false
    throw error
  }
}

/** The fields of a refused order in its audit record. */
function auditFields(order: JobOrder | null): Partial<IntentDraft> {
  if (order === null) return {}
  const { action, targets, reason, ticket } = order
  return { reason, ticket, after: { action, targets: targets.length } }
}

/** Returns null for input that the service itself refuses. */
function parseIfValid<Parsed>(parse: () => Parsed): Parsed | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RefusedError) return null
    throw error
  }
}

interface Attempt {
  readonly action: Action
  readonly user: User
  readonly input: unknown
  readonly options: ActionOptions
}

type Stopped = Extract<ActionResult, { readonly reason: string }>

/**
 * Records an action that ended before it started. An error of the database is ignored, as the
 * action is refused either way.
 */
async function recordRefused(
  { audit }: Pick<ApprovalContext, 'audit'>,
  { action, user, input, options }: Attempt,
  result: ActionResult,
): Promise<ActionResult> {
  if (!('reason' in result)) return result
  const fields = isRecord(input) ? input : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const actor = actorOf(user)
  const draft: IntentDraft = {
    actor,
    action,
    targets: 'now' in result && result.now !== null ? [bindingKey(result.now)] : [],
    reason: text(fields.reason),
    ticket: text(fields.ticket),
    requestId: options.requestId,
  }
  try {
    const outcome = OUTCOMES[result.status]
    if (outcome === 'refused') await audit.refused(draft, result.reason)
    else await audit.outcome({ intent: await audit.intent(draft), actor, outcome, detail: result.reason })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
  return result
}

const OUTCOMES: Readonly<Record<Stopped['status'], 'refused' | 'failed' | 'cancelled' | 'unknown'>> = {
  refused: 'refused',
  changed: 'refused',
  cancelled: 'cancelled',
  failed: 'failed',
  collided: 'failed',
  unknown: 'unknown',
}
