import { setTimeout as sleep } from 'node:timers/promises'
import type { PreviousOwner } from '#lib/hap/actions/previous-state.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import type { ActionContext, TenantSlot } from './action-context.ts'
import type { ActionResult } from './action-result.ts'
import type { Trail } from './action-trail.ts'
import { type RenewedFence, renewFence } from './fence.ts'

/** A slot that is renewed until it is left. */
export interface RenewedSlot extends TenantSlot, Pick<RenewedFence, 'lost'> {}

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
export async function withTenantSlot(
  context: ActionContext,
  trail: Trail,
  owner: PreviousOwner,
  binding: Binding,
  work: (slot: RenewedSlot) => Promise<ActionResult>,
): Promise<ActionResult> {
  const slot = await acquireSlot(context, owner)
  if (slot === null)
    return trail.recordUnwritten(later(`A claim of ${owner.tenant} is being decided.`, binding), binding)
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
