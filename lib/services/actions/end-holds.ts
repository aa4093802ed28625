import type { User } from '#lib/auth/session.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { HELD } from '#lib/hap/pools/labels.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { backOffMs } from '#lib/util/retry.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { tooOld } from './fresh-facts.ts'
import { performAction } from './perform-action.ts'

/** Who does what time has come for; of the console no role is recorded. */
const CLOCK: User = { id: CONSOLE.name, name: CONSOLE.name, role: 'operator' }

/** Before a hold that could not be ended is tried again; twice as long each time. */
const BACK_OFF = { firstMs: 60_000, maxMs: 600_000 }

/** A hold that could not be ended, as its binding was then. */
interface Vain {
  readonly version: string
  /** What is in the audit chain about it; null when nothing is. */
  readonly reason: string | null
  readonly retries: number
  readonly next: number
}

/** Ends holds by their time. What cannot be ended is tried again after growing pauses, and recorded once per reason. */
export class HoldEnds {
  readonly #context: ActionContext
  readonly #failed: (error: unknown) => void
  readonly #vain = new Map<string, Vain>()

  /** `failed` hears of errors of single bindings, which keep no other waiting. */
  constructor(context: ActionContext, failed: (error: unknown) => void) {
    this.#context = context
    this.#failed = failed
  }

  /** Takes holds whose time is over off the labels, which know no time. Out: keys of the bindings that were freed from one. */
  async turn(): Promise<readonly string[]> {
    // Nobody waits for an answer: nothing is tried, and recorded as refused, before it is known who uses the accounts.
    if (tooOld(this.#context) !== null) return []
    const at = this.#context.now()
    const over = [...this.#context.inventory.pools.values()].filter(({ labels, holdEnd, problems, terminating }) => {
      return labels.dirty === HELD && holdEnd !== null && holdEnd <= at && problems.length === 0 && !terminating
    })
    const keys = new Set(over.map(({ binding }) => bindingKey(binding)))
    for (const key of this.#vain.keys()) if (!keys.has(key)) this.#vain.delete(key)
    const ended: string[] = []
    for (const { binding } of over) if (await this.#end(binding, at)) ended.push(bindingKey(binding))
    return ended
  }

  async #end(binding: Binding, at: number): Promise<boolean> {
    const key = bindingKey(binding)
    const known = this.#vain.get(key)
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
      // Whatever is in progress on the account is over soon.
      if (result !== null && 'retryAfterMs' in result) next = at + Math.min(pauseMs, result.retryAfterMs ?? pauseMs)
    } catch (error) {
      if (error instanceof StoreError) throw error
      this.#failed(error)
    }
    this.#vain.set(key, { version: binding.resourceVersion, reason, retries, next })
    return false
  }
}

/** Null: the binding has changed since. What is `recorded` of an attempt before is not recorded again. */
async function unhold(context: ActionContext, binding: Binding, recorded: string | null): Promise<ActionResult | null> {
  const { kind, namespace, name, resourceVersion } = binding
  const ref = { kind, namespace, name }
  // Another replica may be quicker; only what is still as it was seen is worth an attempt.
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
  }
  return performAction(context, CLOCK, order, { requestId: null, priority: 'bulk', actor: CONSOLE, recorded })
}
