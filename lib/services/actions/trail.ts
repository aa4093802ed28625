import type { User } from '#lib/auth/session.ts'
import type { WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { globalAccountTarget } from '#lib/hap/audit/target.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Actor, IntentDraft, JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
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

/** What an intent holds of its write, by which it is found again. */
export interface RecordedWrite extends WriteTrace {
  /** Whether the account has to be empty after the write too. */
  readonly needsEmpty: boolean
}

/** What one action leaves in the audit log. */
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
    this.#actor = options.actor ?? { name: user.name, role: user.role }
  }

  /** Notes what is about to be written, with what finds it again. Throws AuditError: then it must not be written. */
  begins(binding: Binding, wanted: Binding, trace: RecordedWrite): Promise<bigint> {
    return this.#audit.intent({
      ...this.#draft(binding),
      after: { ...shown(wanted), write: { ...trace, binding: { ...trace.binding } } },
    })
  }

  /** Notes what came of it. Where that fails the intent stays open, and somebody looks, as for a process that ended. */
  async came(intent: bigint, result: ActionResult): Promise<void> {
    const detail = 'reason' in result ? result.reason : result.status === 'done' ? result.note : null
    const after = 'now' in result && result.now !== null ? { after: shown(result.now) } : {}
    const outcome = OUTCOMES[result.status]
    await this.#audit.outcome({ intent, actor: this.#actor, outcome, detail, ...after }).catch(() => undefined)
  }

  /** Notes that nobody can tell what came of it. */
  async lost(intent: bigint): Promise<void> {
    const detail = 'The console failed while doing it.'
    await this.#audit.outcome({ intent, actor: this.#actor, outcome: 'unknown', detail }).catch(() => undefined)
  }

  /**
   * Notes something that ended before anything was written, unless that is what was recorded of the attempt before. Out: the same,
   * since nothing hangs on the note.
   */
  async ended(result: ActionResult, binding: Binding | null): Promise<ActionResult> {
    if ('reason' in result && isSaid(result.reason, this.options.recorded)) return result
    try {
      await this.came(await this.#audit.intent(this.#draft(binding)), result)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
    return result
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
      ...(binding === null ? {} : { before: shown(binding) }),
    }
  }
}

/** Whether a reason was recorded already; how long something has lasted makes no other reason. */
function isSaid(reason: string, recorded: string | null | undefined): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+/g, '')
  return typeof recorded === 'string' && withoutNumbers(reason) === withoutNumbers(recorded)
}

/** What of a binding is worth to be kept: its labels, HAP's notes, its version. */
function shown({ labels, annotations, resourceVersion }: Binding): { readonly [key: string]: JsonValue } {
  return { labels, annotations, resourceVersion }
}
