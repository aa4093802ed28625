import type { User } from '#lib/auth/session.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { HELD } from '#lib/hap/pools/labels.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { backOffMs } from '#lib/util/retry.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { staleReason } from './fresh-facts.ts'
import { performAction } from './perform-action.ts'

/** The user who ends expired holds: the console itself. */
const CLOCK: User = { id: CONSOLE_ACTOR.name, name: CONSOLE_ACTOR.name, role: 'operator' }

/** Backoff for a hold that could not be ended. */
const BACK_OFF = { firstMs: 60_000, maxMs: 600_000 }

/** A failed attempt to end a hold, at one version of its binding. */
interface FailedEnd {
  readonly version: string
  /** The reason in the last audit record about it; null if there is none. */
  readonly reason: string | null
  readonly retries: number
  readonly next: number
}

/** Ends holds at their time. Failures are retried with backoff and recorded once per reason. */
export class ExpiredHolds {
  readonly #context: ActionContext
  readonly #failed: (error: unknown) => void
  readonly #failures = new Map<string, FailedEnd>()

  /** `failed` receives errors of single bindings; they do not stop the others. */
  constructor(context: ActionContext, failed: (error: unknown) => void) {
    this.#context = context
    this.#failed = failed
  }

  /**
   * Ends all expired holds; labels do not expire by themselves. Returns the keys of the released
   * bindings.
   */
  async endExpired(): Promise<readonly string[]> {
    // An attempt on stale data would be recorded as refused; it waits for fresh data instead.
    if (staleReason(this.#context) !== null) return []
    const at = this.#context.now()
    const over = [...this.#context.inventory.pools.values()].filter(({ labels, holdEnd, problems, terminating }) => {
      return labels.dirty === HELD && holdEnd !== null && holdEnd <= at && problems.length === 0 && !terminating
    })
    const keys = new Set(over.map(({ binding }) => bindingKey(binding)))
    for (const key of this.#failures.keys()) if (!keys.has(key)) this.#failures.delete(key)
    const ended: string[] = []
    for (const { binding } of over) if (await this.#end(binding, at)) ended.push(bindingKey(binding))
    return ended
  }

  async #end(binding: Binding, at: number): Promise<boolean> {
    const key = bindingKey(binding)
    const known = this.#failures.get(key)
    const last = known?.version === binding.resourceVersion ? known : null
    if (last && at < last.next) return false
    const retries = last ? last.retries + 1 : 0
    const pauseMs = backOffMs(retries, BACK_OFF)
    let reason = known?.reason ?? null
    let next = at + pauseMs
    try {
      const result = await unhold(this.#context, binding, reason)
      if (result?.status === 'done') return true
      if (result !== null && 'reason' in result) reason = result.reason
      // Another change in progress ends soon, so the retry need not wait for the whole backoff.
      if (result !== null && 'retryAfterMs' in result) next = at + Math.min(pauseMs, result.retryAfterMs ?? pauseMs)
    } catch (error) {
      if (error instanceof StoreError) throw error
      this.#failed(error)
    }
    this.#failures.set(key, { version: binding.resourceVersion, reason, retries, next })
    return false
  }
}

/**
 * Ends one hold; null if the binding has changed since. `recorded` is the reason of the last failed
 * attempt.
 */
async function unhold(context: ActionContext, binding: Binding, recorded: string | null): Promise<ActionResult | null> {
  const { kind, namespace, name, resourceVersion } = binding
  const ref = { kind, namespace, name }
  // Another replica may have ended it already.
  if ((await context.writes.read(ref)).resourceVersion !== resourceVersion) return null
  const order: ActionOrder = {
    action: 'unhold',
    binding: ref,
    reason: 'The hold expired.',
    ticket: null,
    until: null,
    labels: {},
    together: null,
    seenVersion: resourceVersion,
    seenEpoch: null,
    seenIdentity: null,
  }
  return performAction(context, CLOCK, order, { requestId: null, priority: 'bulk', actor: CONSOLE_ACTOR, recorded })
}
