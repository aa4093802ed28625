import type { User } from '#lib/auth/session.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { dirtySiblings } from '#lib/hap/actions/facts.ts'
import { waitsForOthers } from '#lib/hap/lifecycle/cleaning.ts'
import { accountKey, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOptions, ActionOrder } from './action-order.ts'
import { type ActionResult, resultOf } from './action-result.ts'
import { Trail } from './action-trail.ts'
import { withSharedFence } from './fence.ts'
import { readSiblings } from './fresh-facts.ts'
import { performAction } from './perform-action.ts'
import { findStartRefusal } from './plan-fresh.ts'

interface StepLabels {
  /** The state after the action, in a sentence. */
  readonly done: string
  /** The state of the other binding after the action, in a sentence. */
  readonly too: string
  readonly again: string
}

const UNDO: StepLabels = { done: 'no longer dirty', too: 'no longer dirty either', again: 'repeat Undo dirty' }
const CLEAN: StepLabels = { done: 'clean', too: 'clean too', again: 'repeat Confirm clean' }

const labelsOf = ({ action }: ActionOrder) => (action === 'undo-dirty' ? UNDO : CLEAN)

/**
 * Confirms a binding clean, or undoes its dirty mark, together with the other dirty bindings of its
 * account: first the others, which wait on hold, then this one, then the holds end. Each step is an
 * action with its own audit record. Finished steps stay when a later one fails or the process ends:
 * a retry continues, and a hold that is left expires once no binding of the account is dirty.
 */
export async function performTogether(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  options: ActionOptions,
): Promise<ActionResult> {
  const checks = new OpenChecks(options)
  const step = (within: ActionContext, part: Partial<ActionOrder>) => {
    return checks.of(stepOptions => performAction(within, user, { ...order, ...part }, stepOptions))
  }
  if (findStartRefusal(context, user, order)) return performAction(context, user, order, options)
  const ended = (result: ActionResult) => new Trail(context.audit, user, order, options).recordUnwritten(result, null)
  try {
    const { account, siblings } = await othersNow(context, order.binding)
    const unseen = unseenOf(siblings, order)
    if (unseen !== null) return await ended({ status: 'changed', reason: unseen, now: null })
    if (siblings.length === 0) return await performAction(context, user, order, options)
    const result = await withSharedFence(context, account, within => inOrder(within, order, part => step(within, part)))
    return checks.settle(result)
  } catch (error) {
    const result = resultOf(error, options.signal)
    if (result === null) throw error
    return ended(result)
  }
}

/**
 * The checks after the writes of several actions; they may still run when all actions have
 * returned.
 */
class OpenChecks {
  readonly #options: ActionOptions
  readonly #open: Promise<ActionResult>[] = []

  constructor(options: ActionOptions) {
    this.#options = options
  }

  /** Performs one action and tracks its check if that is still open. */
  async of(act: (options: ActionOptions) => Promise<ActionResult>): Promise<ActionResult> {
    if (this.#options.onSettled === undefined) return act(this.#options)
    const { promise, resolve: onSettled } = Promise.withResolvers<ActionResult>()
    const result = await act({ ...this.#options, onSettled })
    if (result.status === 'done' && result.checking) this.#open.push(promise)
    return result
  }

  /**
   * Returns the result with `checking` while checks are open, and reports the final one later: the
   * first failure, or the result.
   */
  settle(result: ActionResult): ActionResult {
    if (this.#open.length === 0) return result
    const now = result.status === 'done' ? { ...result, checking: true } : result
    void Promise.all(this.#open).then(ends => {
      const final = ends.find(({ status }) => status !== 'done') ?? (now.status === 'done' ? ends.at(-1) : null)
      this.#options.onSettled?.(final ?? now)
    })
    return now
  }
}

type Step = (part: Partial<ActionOrder>) => Promise<ActionResult>

async function inOrder(context: ActionContext, order: ActionOrder, step: Step): Promise<ActionResult> {
  const aside: string[] = []
  for (const other of order.together ?? []) {
    const result = await step(other)
    if (result.status !== 'done') return stopped(result, order, `${other.binding.name}: `, aside)
    aside.push(other.binding.name)
  }
  const own = await step({})
  if (own.status !== 'done') return stopped(own, order, '', aside)
  const notes = [own.note, await endHolds(context, order, step)].filter(note => note !== null)
  return { ...own, note: notes.length === 0 ? null : notes.join(' ') }
}

/**
 * Ends the holds that waited for the last dirty binding of the account. Returns sentences about
 * them; null for none.
 */
async function endHolds(context: ActionContext, order: ActionOrder, step: Step): Promise<string | null> {
  const { binding } = order
  const { done, too } = labelsOf(order)
  try {
    const { siblings } = await othersNow(context, binding)
    const [dirty] = dirtySiblings({ siblings })
    if (dirty) return `The binding stays on hold until ${dirty.binding.name} of the same account is ${too}.`
    const notes: string[] = []
    for (const { binding: other } of siblings.filter(waitsForOthers)) {
      const result = await step({ action: 'unhold', binding: refOf(other), ...preconditionsOf(other) })
      const why = 'reason' in result ? result.reason : ''
      notes.push(
        result.status === 'done'
          ? `${other.name} of the same account is ${result.after} too.`
          : `${other.name} of the same account is ${done} and still on hold. ${why}`,
      )
    }
    return notes.length === 0 ? null : notes.join(' ')
  } catch (error) {
    if (resultOf(error) === null) throw error
    return 'Other bindings of the same account may still be on hold. That hold will end automatically.'
  }
}

/**
 * Why these are not the dirty bindings that the user saw, as a sentence; null if they are, or the
 * order names none.
 */
function unseenOf(siblings: readonly PooledBinding[], { together }: ActionOrder): string | null {
  if (together === null) return null
  const named = new Set(together.map(({ binding }) => bindingKey(binding)))
  const ofAccount = new Set(siblings.map(({ binding }) => bindingKey(binding)))
  const foreign = together.find(({ binding }) => !ofAccount.has(bindingKey(binding)))
  if (foreign) return `${foreign.binding.name} does not refer to the same account. Review the bindings, then retry.`
  const unseen = dirtySiblings({ siblings }).find(({ binding }) => !named.has(bindingKey(binding)))
  return unseen ? `${unseen.binding.name} refers to the same account and is dirty too. Review both, then retry.` : null
}

async function othersNow(context: ActionContext, ref: BindingRef) {
  const known = context.inventory.binding(bindingKey(ref)) ?? (await context.writes.read(ref))
  const others = await readSiblings(context, known)
  return { account: accountKey(known.account), siblings: others.flatMap(other => pooledBinding(other) ?? []) }
}

function stopped(
  result: Exclude<ActionResult, { status: 'done' }>,
  order: ActionOrder,
  of: string,
  aside: readonly string[],
): ActionResult {
  if (result.status === 'invalid') return result
  const { done, again } = labelsOf(order)
  const wait = aside.length === 1 ? `is ${done} but stays` : `are ${done} but stay`
  const left = aside.length === 0 ? '' : ` ${aside.join(' and ')} ${wait} on hold; ${again} to continue.`
  return { ...result, reason: `${of}${result.reason}${left}` }
}

function refOf({ kind, namespace, name }: BindingRef): BindingRef {
  return { kind, namespace, name }
}
