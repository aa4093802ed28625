import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#lib/auth/session.ts'
import type { WriteOrder } from '#lib/garden/writes/binding-writes.ts'
import { newWriteId, traceOf } from '#lib/garden/writes/write-trace.ts'
import { alwaysNeedsEmpty, needsEmptyAccount, needsFence } from '#lib/hap/actions/judge.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { type PreviousOwner, returnedOwner } from '#lib/hap/actions/previous-state.ts'
import { applyChange, epochOf } from '#lib/hap/lifecycle/change.ts'
import { identify, identityReason, isAbsent, withIdentityDoubt } from '#lib/hap/lifecycle/identity.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { AccountFence, ActionContext, TenantSlot } from './action-context.ts'
import type { ActionOptions, ActionOrder } from './action-order.ts'
import { type ActionResult, resultOf } from './action-result.ts'
import { Trail } from './action-trail.ts'
import { checkAfterWrite } from './check-after-write.ts'
import { FenceLostError, type RenewedFence, registerOpenCheck, renewFence, takeFence } from './fence.ts'
import { findStartRefusal, planNow, refused } from './plan-fresh.ts'

const BUSY = 'Another change of this account is in progress. Try again in a few seconds.'
const BUSY_MS = 5_000

/**
 * Performs an action on one binding: authorises, reads all facts, plans, does a dry run, writes
 * with the resourceVersion that was read, and checks the result. A refusal is recorded too; without
 * an audit record nothing is written.
 */
export async function performAction(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  options: ActionOptions,
): Promise<ActionResult> {
  const trail = new Trail(context.audit, user, order, options)
  try {
    const stopped = findStartRefusal(context, user, order)
    if (stopped) return await trail.recordUnwritten(stopped, null)
    if (!needsFence(order.action)) return await performOnRead(context, trail, null)
    return await performUnderFence(context, trail)
  } catch (error) {
    const result = resultOf(error, options.signal)
    if (result === null) throw error
    return trail.recordUnwritten(result, null)
  }
}

/** Performs it under the fence of the account, which keeps claims and other changes away. */
async function performUnderFence(context: ActionContext, trail: Trail): Promise<ActionResult> {
  const { binding } = trail.order
  const known = context.inventory.binding(bindingKey(binding)) ?? (await context.writes.read(binding))
  const account = accountKey(known.account)
  const fence = await takeFence(context.claims, account)
  if (fence === 'busy') return trail.recordUnwritten(busy(known), known)
  if (fence === 'claimed') return performOnRead(context, trail, null)
  const { since = context.shoots.moment() } = fence
  const renewed = renewFence(fence)
  const open: Promise<unknown>[] = []
  const leave = async (status: ActionResult['status'] | null) => {
    renewed.stop()
    // A write in doubt may still land and must not meet a claim: the fence expires by itself then.
    if (status !== 'unknown') await fence.leave().catch(() => undefined)
  }
  let status: ActionResult['status'] | null = null
  try {
    const keepUntil = (work: Promise<unknown>) => void open.push(work)
    const result = await performOnRead(context, trail, { ...fence, since, lost: renewed.lost, keepUntil })
    status = result.status
    return result
  } finally {
    if (open.length === 0) await leave(status)
    else
      registerOpenCheck(
        account,
        Promise.allSettled(open).then(() => leave(status)),
      )
  }
}

/** A fence that is renewed until it is left. */
interface Fence extends AccountFence, Pick<RenewedFence, 'lost'> {
  readonly since: number
  /** Holds the fence until the promise settles. */
  keepUntil(work: Promise<unknown>): void
}

/** `fence` is null if the action needs none, or claims are open on the account. */
async function performOnRead(context: ActionContext, trail: Trail, fence: Fence | null): Promise<ActionResult> {
  const { user, order, options } = trail
  // Under the fence only a cluster can reach the account, and the check after the write finds it.
  // So a read of the shoots that began after the fence was taken is fresh enough.
  const every = { since: fence?.since ?? context.shoots.moment(), onList: options.onList }
  // The longest step starts first; the plan shares its result.
  if (fence !== null && alwaysNeedsEmpty(order.action)) context.shoots.read(every.since).catch(() => undefined)
  const found = await context.writes.read(order.binding)
  const identity = identify(options.remembered?.get(bindingKey(found)) ?? null, found)
  const absent = isAbsent(identity) ? identityReason(identity, found.name) : null
  if (absent !== null) return trail.recordUnwritten(refused(absent, found), found)
  const binding = withIdentityDoubt(identity, found)
  const planned = await planNow(context, user, order, binding, { owner: null, every })
  if ('status' in planned) return trail.recordUnwritten(planned, binding)
  const owner = returnedOwner(binding, planned.plan.change)
  if (owner === null) return performPlan(context, trail, binding, planned.plan, { fence, slot: null })
  return withTenantSlot(context, trail, owner, binding, async slot => {
    const again = await planNow(context, user, order, binding, { owner, every })
    if ('status' in again) return trail.recordUnwritten(again, binding)
    return performPlan(context, trail, binding, again.plan, { fence, slot })
  })
}

/** The leases that guard the action until it ends; null: not held. */
interface Guards {
  readonly fence: Fence | null
  readonly slot: RenewedSlot | null
}

async function performPlan(
  context: ActionContext,
  trail: Trail,
  binding: Binding,
  plan: ActionPlan,
  renewed: Guards,
): Promise<ActionResult> {
  const { order, options } = trail
  const { priority = 'action', signal: given } = options
  const signals = [given, renewed.fence?.lost, renewed.slot?.lost].filter(signal => signal !== undefined)
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals)
  const needsEmpty = needsEmptyAccount(order.action, binding, plan.change, plan.clusters.length > 0)
  if (needsEmpty && renewed.fence?.account !== accountKey(binding.account))
    return trail.recordUnwritten(busy(binding), binding)
  const write = { binding, change: plan.change, priority, ...(signal && { signal }), id: newWriteId() }
  const objection = await context.writes.preview(write).then(
    () => null,
    (error: unknown) => requireResult(error, signal),
  )
  if (objection) return trail.recordUnwritten(objection, binding)
  const wanted = applyChange(binding, plan.change)
  const intent = await trail.recordIntent(binding, wanted, { ...traceOf(binding, write.id), needsEmpty })
  try {
    const now = await writeChange(context, plan, write, renewed)
    if ('status' in now) {
      await trail.recordOutcome(intent, now)
      return now
    }
    const keep = (until: Promise<unknown>) => renewed.fence?.keepUntil(until)
    return await checkAfterWrite(context, trail, { write, plan, now, intent, needsEmpty, keepFence: keep })
  } catch (error) {
    await trail.recordLost(intent)
    throw error
  }
}

/** The refusal while another action holds the account. */
function busy(now: Binding): ActionResult {
  return { status: 'refused', reason: BUSY, now, retryAfterMs: BUSY_MS }
}

/** Converts an error to a result. Throws an unexpected error. */
function requireResult(error: unknown, signal?: AbortSignal): ActionResult {
  const result = resultOf(error, signal)
  if (result === null) throw error
  return result
}

/** Writes the change. Returns the written binding, or the result if it was not written. */
async function writeChange(
  context: ActionContext,
  plan: ActionPlan,
  write: WriteOrder,
  { fence, slot }: Guards,
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
    return requireResult(error, write.signal)
  }
}

/** A slot that is renewed until it is left. */
interface RenewedSlot extends TenantSlot, Pick<RenewedFence, 'lost'> {}

/**
 * Attempts to acquire the slot, and the delay between them. Not more: its holder may wait for the
 * account that this action has fenced.
 */
const TRIES = 60
const PAUSE_MS = 50
const LATER_MS = 5_000

/**
 * Runs `work`, which returns a binding to a global account, while no claim of that account for the
 * pool is decided. Returns its result, or a recorded refusal that names the claim in the way.
 */
async function withTenantSlot(
  context: ActionContext,
  trail: Trail,
  owner: PreviousOwner,
  binding: Binding,
  work: (slot: RenewedSlot) => Promise<ActionResult>,
): Promise<ActionResult> {
  const slot = await acquireSlot(context, owner)
  if (slot === null)
    return trail.recordUnwritten(later(`A claim of ${owner.tenant} is being processed.`, binding), binding)
  const renewed = renewFence(slot)
  let status: ActionResult['status'] | null = null
  try {
    const taking = isOnAllowlist(context.allowed(), owner.tenant)
      ? null
      : await slot.aboutToTake(accountKey(binding.account))
    const inTheWay = taking === null ? null : `A claim of ${owner.tenant} is about to take ${taking}.`
    if (inTheWay !== null) return await trail.recordUnwritten(later(inTheWay, binding), binding)
    const result = await work({ ...slot, lost: renewed.lost })
    status = result.status
    return result
  } finally {
    renewed.stop()
    // A write in doubt may still land and must not meet a claim: the slot expires by itself then.
    if (status !== 'unknown') await slot.leave().catch(() => undefined)
  }
}

async function acquireSlot({ claims }: ActionContext, owner: PreviousOwner): Promise<TenantSlot | null> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await sleep(PAUSE_MS)
    const slot = await claims.slot(owner)
    if (slot !== null) return slot
  }
  return null
}

function later(why: string, now: Binding): ActionResult {
  return { status: 'refused', reason: `${why} Try again in a few seconds.`, now, retryAfterMs: LATER_MS }
}
