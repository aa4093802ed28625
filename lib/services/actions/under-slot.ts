import { setTimeout as sleep } from 'node:timers/promises'
import type { Owner } from '#lib/hap/actions/previous-state.ts'
import { onAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import type { ActionContext, TenantSlot } from './action-context.ts'
import type { ActionResult } from './action-result.ts'
import { type KeptFence, keepFence } from './keep-fence.ts'
import type { Trail } from './trail.ts'

/** A slot that is renewed meanwhile. */
export interface KeptSlot extends TenantSlot, Pick<KeptFence, 'lost'> {}

/** How often it is asked for, and the pause between. No longer: whoever has it may wait for the account that is ours. */
const TRIES = 60
const PAUSE_MS = 50
const LATER_MS = 5_000

/**
 * Does what gives a binding back to a global account while none of its claims for the pool is decided. Out: what came of it, or who
 * is in the way, which is recorded too.
 */
export async function underSlot(
  context: ActionContext,
  trail: Trail,
  owner: Owner,
  binding: Binding,
  work: (slot: KeptSlot) => Promise<ActionResult>,
): Promise<ActionResult> {
  const slot = await taken(context, owner)
  if (slot === null) return trail.ended(later(`A claim of ${owner.tenant} is being decided.`, binding), binding)
  const kept = keepFence(slot)
  let status: ActionResult['status'] | null = null
  try {
    const taking = onAllowlist(context.allowed(), owner.tenant)
      ? null
      : await slot.aboutToTake(accountKey(binding.account))
    const inTheWay = taking === null ? null : `A claim of ${owner.tenant} is about to take ${taking}.`
    if (inTheWay !== null) return await trail.ended(later(inTheWay, binding), binding)
    const result = await work({ ...slot, lost: kept.lost })
    status = result.status
    return result
  } finally {
    kept.stop()
    // What may still land must not meet a claim: then the slot ends by itself.
    if (status !== 'unknown') await slot.leave().catch(() => undefined)
  }
}

async function taken({ claims }: ActionContext, owner: Owner): Promise<TenantSlot | null> {
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
