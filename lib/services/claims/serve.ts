import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimCaller } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, RETRY_AFTER } from './claim-errors.ts'
import { type Deadline, OutOfTimeError } from './deadline.ts'
import { resolveClaim } from './resolve.ts'
import { LostClaimError, select } from './select.ts'
import { LooseWriteError } from './write-selection.ts'

/** Who waits for a claim, and whether it was leased to them when it arrived. */
interface Waiter {
  readonly isMine: boolean
  readonly caller: ClaimCaller
}

/**
 * Works on a claim of this process, or waits for whoever works on it, until it is settled: reserved, waiting, refused or over.
 * Throws ClaimError 503 when time is over; the same key then goes on.
 */
export async function serve(
  context: ClaimContext,
  arrived: ClaimRecord,
  by: Waiter,
  deadline: Deadline,
): Promise<ClaimRecord> {
  let claim = arrived
  let mine = by.isMine ? arrived : null
  try {
    for (;;) {
      if (mine) return await settle(context, mine, by.caller, deadline)
      if (isSettled(claim)) return claim
      // An intent is resolved first: it may have been carried out. What then failed begins anew.
      if (claim.isFree && claim.status === 'intent') await resolveClaim(context, claim, deadline)
      else if (claim.isFree) mine = await context.ledger.takeUp(claim, context.holder)
      if (mine) continue
      await deadline.pause(10, 100)
      claim = (await context.ledger.get(claim.id)) ?? claim
    }
  } catch (error) {
    if (error instanceof OutOfTimeError) throw busy(claim, error)
    throw error
  }
}

/** Whether the answer to the claim is known. A waiting one is answered as it is; the queue goes on with it. */
function isSettled({ status }: ClaimRecord): boolean {
  return status !== 'pending' && status !== 'intent' && status !== 'failed'
}

/** Selects, and leaves the claim so that others can go on with it when that was interrupted. */
export async function settle(
  context: ClaimContext,
  claim: ClaimRecord,
  caller: ClaimCaller,
  deadline: Deadline,
): Promise<ClaimRecord> {
  const lease = { id: claim.id, token: claim.token }
  try {
    const settled = await select(context, claim, context.audit.begins('claim', claim, caller), deadline)
    context.audit.came(settled, caller.actor, settled.status === 'refused' ? 'refused' : 'accepted', settled.message)
    return settled
  } catch (error) {
    if (error instanceof LostClaimError) return serveAgain(context, claim, caller, deadline)
    // Nothing of it is on its way to Gardener, unless a write is loose: then its binding has to be looked at first.
    if (error instanceof LooseWriteError) await context.ledger.putDown(lease)
    else if (!(await context.ledger.fail(lease, 'It was interrupted before anything was written.')))
      await context.ledger.putDown(lease)
    throw error
  }
}

async function serveAgain(
  context: ClaimContext,
  { id }: ClaimRecord,
  caller: ClaimCaller,
  deadline: Deadline,
): Promise<ClaimRecord> {
  const claim = await context.ledger.get(id)
  if (!claim) throw new ClaimError(404, 'The claim does not exist any more.')
  return serve(context, claim, { isMine: false, caller }, deadline)
}

function busy({ id }: ClaimRecord, cause: unknown): ClaimError {
  const message = `The claim ${id} could not be settled in time. Ask again with the same Idempotency-Key.`
  return new ClaimError(503, message, RETRY_AFTER, { cause })
}
