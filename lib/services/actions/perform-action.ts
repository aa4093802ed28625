import type { User } from '#lib/auth/session.ts'
import type { WriteOrder } from '#lib/garden/writes/binding-writes.ts'
import { newWriteId, traceOf } from '#lib/garden/writes/write-trace.ts'
import { alwaysNeedsEmpty, needsEmptyAccount, needsFence } from '#lib/hap/actions/judge.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { returnedTo } from '#lib/hap/actions/previous-state.ts'
import { applyChange, epochOf } from '#lib/hap/lifecycle/change.ts'
import { asRemembered, identify, identityReason, isAbsent } from '#lib/hap/lifecycle/identity.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { AccountFence, ActionContext } from './action-context.ts'
import type { ActionOptions, ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { checkAfterWrite } from './check-after-write.ts'
import { resultOf } from './failures.ts'
import { FenceLostError, type KeptFence, keepFence } from './keep-fence.ts'
import { mayBegin, planNow, refused } from './prepare.ts'
import { noteOpenCheck, takeFence } from './take-fence.ts'
import { Trail } from './trail.ts'
import { type KeptSlot, underSlot } from './under-slot.ts'

const BUSY = 'Another change of this account is in progress. Try again in a few seconds.'
const BUSY_MS = 5_000

/**
 * Does an action to one binding: the role, everything it depends on read anew, a dry run, then the write under the version that was
 * read, and a look afterwards. What was refused is recorded too; what cannot be recorded is not done.
 */
export async function performAction(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  options: ActionOptions,
): Promise<ActionResult> {
  const trail = new Trail(context.audit, user, order, options)
  try {
    const stopped = mayBegin(context, user, order)
    if (stopped) return await trail.ended(stopped, null)
    if (!needsFence(order.action)) return await onceRead(context, trail, null)
    return await underFence(context, trail)
  } catch (error) {
    const result = resultOf(error, options.signal)
    if (result === null) throw error
    return trail.ended(result, null)
  }
}

/** The same while claims and other changes are kept away from the account. */
async function underFence(context: ActionContext, trail: Trail): Promise<ActionResult> {
  const { binding } = trail.order
  const known = context.inventory.binding(bindingKey(binding)) ?? (await context.writes.read(binding))
  const account = accountKey(known.account)
  const fence = await takeFence(context.claims, account)
  if (fence === 'busy') return trail.ended(busy(known), known)
  if (fence === 'claimed') return onceRead(context, trail, null)
  const { since = context.shoots.moment() } = fence
  const kept = keepFence(fence)
  const open: Promise<unknown>[] = []
  const leave = async (status: ActionResult['status'] | null) => {
    kept.stop()
    // What may still land must not meet a claim: then the fence ends by itself.
    if (status !== 'unknown') await fence.leave().catch(() => undefined)
  }
  let status: ActionResult['status'] | null = null
  try {
    const keepUntil = (work: Promise<unknown>) => void open.push(work)
    const result = await onceRead(context, trail, { ...fence, since, lost: kept.lost, keepUntil })
    status = result.status
    return result
  } finally {
    if (open.length === 0) await leave(status)
    else
      noteOpenCheck(
        account,
        Promise.allSettled(open).then(() => leave(status)),
      )
  }
}

/** A fence that is renewed until it is left. */
interface Fence extends AccountFence, Pick<KeptFence, 'lost'> {
  readonly since: number
  /** Leaves it no sooner than the promise settles. */
  keepUntil(work: Promise<unknown>): void
}

/** `fence` null = there is none: the action needs none, or claims are open on the account. */
async function onceRead(context: ActionContext, trail: Trail, fence: Fence | null): Promise<ActionResult> {
  const { user, order, options } = trail
  // Nothing but a cluster can come to the account since its fence was taken, and the check after the write finds that.
  const every = { since: fence?.since ?? context.shoots.moment(), onList: options.onList }
  // The longest step begins at once; the plan shares it.
  if (fence !== null && alwaysNeedsEmpty(order.action)) context.shoots.read(every.since).catch(() => undefined)
  const found = await context.writes.read(order.binding)
  const identity = identify(options.remembered?.get(bindingKey(found)) ?? null, found)
  const absent = isAbsent(identity) ? identityReason(identity, found.name) : null
  if (absent !== null) return trail.ended(refused(absent, found), found)
  const binding = asRemembered(identity, found)
  const planned = await planNow(context, user, order, binding, { owner: null, every })
  if ('status' in planned) return trail.ended(planned, binding)
  const owner = returnedTo(binding, planned.plan.change)
  if (owner === null) return oncePlanned(context, trail, binding, planned.plan, { fence, slot: null })
  return underSlot(context, trail, owner, binding, async slot => {
    const again = await planNow(context, user, order, binding, { owner, every })
    if ('status' in again) return trail.ended(again, binding)
    return oncePlanned(context, trail, binding, again.plan, { fence, slot })
  })
}

/** What keeps others away until the action has ended; null = nothing does. */
interface Kept {
  readonly fence: Fence | null
  readonly slot: KeptSlot | null
}

async function oncePlanned(
  context: ActionContext,
  trail: Trail,
  binding: Binding,
  plan: ActionPlan,
  kept: Kept,
): Promise<ActionResult> {
  const { order, options } = trail
  const { priority = 'action', signal: given } = options
  const signals = [given, kept.fence?.lost, kept.slot?.lost].filter(signal => signal !== undefined)
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals)
  const needsEmpty = needsEmptyAccount(order.action, binding, plan.change, plan.clusters.length > 0)
  if (needsEmpty && kept.fence?.account !== accountKey(binding.account)) return trail.ended(busy(binding), binding)
  const write = { binding, change: plan.change, priority, ...(signal && { signal }), id: newWriteId() }
  const objection = await context.writes.preview(write).then(
    () => null,
    (error: unknown) => ended(error, signal),
  )
  if (objection) return trail.ended(objection, binding)
  const wanted = applyChange(binding, plan.change)
  const intent = await trail.begins(binding, wanted, { ...traceOf(binding, write.id), needsEmpty })
  try {
    const now = await written(context, plan, write, kept)
    if ('status' in now) {
      await trail.came(intent, now)
      return now
    }
    const keep = (until: Promise<unknown>) => kept.fence?.keepUntil(until)
    return await checkAfterWrite(context, trail, { write, plan, now, intent, needsEmpty, keepFence: keep })
  } catch (error) {
    await trail.lost(intent)
    throw error
  }
}

/** Another action has the account. */
function busy(now: Binding): ActionResult {
  return { status: 'refused', reason: BUSY, now, retryAfterMs: BUSY_MS }
}

/** What an error came to. Throws one nobody foresaw. */
function ended(error: unknown, signal?: AbortSignal): ActionResult {
  const result = resultOf(error, signal)
  if (result === null) throw error
  return result
}

/** Writes the change. Out: the binding as it is then, or why it was not written. */
async function written(
  context: ActionContext,
  plan: ActionPlan,
  write: WriteOrder,
  { fence, slot }: Kept,
): Promise<Binding | ActionResult> {
  try {
    if (fence !== null && !(await fence.holds())) throw new FenceLostError()
    if (slot !== null) {
      if (!(await slot.holds())) throw new FenceLostError()
      const epoch = epochOf(applyChange(write.binding, plan.change))
      const account = accountKey(write.binding.account)
      if (!(await slot.returns({ binding: write.binding, account, epoch }))) throw new FenceLostError()
    }
    return await context.writes.write(write)
  } catch (error) {
    return ended(error, write.signal)
  }
}
