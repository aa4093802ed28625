import type { User } from '#lib/auth/session.ts'
import type { WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { globalAccountTarget } from '#lib/hap/audit/target.ts'
import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { actorOf } from '#lib/services/audit/actor.ts'
import { attemptDraft, invalidDetail } from '#lib/services/audit/audited.ts'
import type { Actor, IntentDraft, JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOptions, ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'

const OUTCOMES: Readonly<Record<ActionResult['status'], Outcome>> = {
  done: 'accepted',
  invalid: 'refused',
  refused: 'refused',
  cancelled: 'cancelled',
  changed: 'refused',
  failed: 'failed',
  collided: 'failed',
  unknown: 'unknown',
}

/**
 * The write in the intent of an audit record, by which a later lookup finds out whether it landed.
 */
export interface RecordedWrite extends WriteTrace {
  /** Whether the account must be empty after the write too. */
  readonly needsEmpty: boolean
}

/** The audit records of one action. */
export class Trail {
  readonly user: User
  readonly order: ActionOrder
  readonly options: ActionOptions
  readonly #audit: ActionContext['audit']
  readonly #actor: Actor

  constructor(audit: ActionContext['audit'], user: User, order: ActionOrder, options: ActionOptions) {
    this.user = user
    this.order = order
    this.options = options
    this.#audit = audit
    this.#actor = options.actor ?? actorOf(user)
  }

  /** Records the write before it is sent. Throws AuditError; then nothing must be written. */
  recordIntent(binding: Binding, wanted: Binding, trace: RecordedWrite): Promise<bigint> {
    return this.#audit.intent({
      ...this.#draft(binding),
      after: { ...snapshotOf(wanted), write: { ...trace, binding: { ...trace.binding } } },
    })
  }

  /**
   * Records the outcome. If the record fails the intent stays open, and recovery resolves it as
   * after a crash.
   */
  async recordOutcome(intent: bigint, result: ActionResult): Promise<void> {
    const detail = 'reason' in result ? result.reason : result.status === 'done' ? result.note : null
    const after = 'now' in result && result.now !== null ? { after: snapshotOf(result.now) } : {}
    const outcome = OUTCOMES[result.status]
    await this.#audit.outcome({ intent, actor: this.#actor, outcome, detail, ...after }).catch(() => undefined)
  }

  /** Records that the outcome is unknown. */
  async recordLost(intent: bigint): Promise<void> {
    const detail = 'The console failed during the action.'
    await this.#audit.outcome({ intent, actor: this.#actor, outcome: 'unknown', detail }).catch(() => undefined)
  }

  /**
   * Records an action that ended before its write, unless the previous attempt recorded the same
   * reason. Many refused calls of a user become one entry (AuditLog.refused). Returns `result`; an
   * error of the database is ignored, as nothing was changed.
   */
  async recordUnwritten(result: ActionResult, binding: Binding | null): Promise<ActionResult> {
    if ('reason' in result && isRecorded(result.reason, this.options.recorded)) return result
    const draft = this.#draft(binding)
    try {
      if ('reason' in result && OUTCOMES[result.status] === 'refused' && this.#isCall())
        await this.#audit.refused(draft, result.reason)
      else await this.recordOutcome(await this.#audit.intent(draft), result)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
    return result
  }

  /** Whether a user called the action, and can repeat the call at will: not for a job, a proposal or the console itself. */
  #isCall(): boolean {
    const { remembered, recorded } = this.options
    return remembered === undefined && recorded === undefined
  }

  #draft(binding: Binding | null): IntentDraft {
    const { action, binding: ref, reason, ticket } = this.order
    const tenant = binding && readLabels(binding.kind, binding.labels).tenantName
    return {
      actor: this.#actor,
      action,
      targets: [bindingKey(ref), ...(tenant ? [globalAccountTarget(tenant)] : [])],
      reason,
      ticket,
      requestId: this.options.requestId,
      ...(binding === null ? {} : { before: snapshotOf(binding) }),
    }
  }
}

/** Whether the same reason was recorded already. Numbers are ignored, as durations grow. */
function isRecorded(reason: string, recorded: string | null | undefined): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+/g, '')
  return typeof recorded === 'string' && withoutNumbers(reason) === withoutNumbers(recorded)
}

/** The parts of a binding that audit records store. */
function snapshotOf({ labels, annotations, resourceVersion }: Binding): { readonly [key: string]: JsonValue } {
  return { labels, annotations, resourceVersion }
}

interface UnreadOrder {
  readonly action: string
  /** Undefined if the input names no valid binding. */
  readonly binding: BindingRef | undefined
  readonly result: Extract<ActionResult, { readonly status: 'invalid' | 'refused' }>
}

/**
 * Records an attempt whose input does not validate. An error of the database is ignored, as the
 * attempt is refused either way.
 */
export async function recordUnread(
  { audit }: ActionContext,
  user: User,
  { action, binding, result }: UnreadOrder,
  { requestId }: ActionOptions,
): Promise<void> {
  const targets = binding === undefined ? [] : [bindingKey(binding)]
  const detail = result.status === 'invalid' ? invalidDetail(result.problems) : result.reason
  try {
    await audit.refused(attemptDraft(action, { user, requestId }, targets), detail)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}
