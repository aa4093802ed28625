import type { BindingWrite } from '#lib/hap/audit/binding-write.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { type ClaimCaller, RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, RETRY_AFTER, takenMessage } from './claim-errors.ts'
import { clusterRefusal, namesOfCluster } from './claim-shoots.ts'
import { type Deadline, OutOfTimeError } from './deadline.ts'
import { recoverClaim } from './recover-claim.ts'
import { LostClaimError, select } from './select.ts'
import { endUnwritten } from './wait-reason.ts'
import { WriteInDoubtError } from './write-selection.ts'

/** The caller of a claim, and whether its lease was acquired on arrival. */
interface Waiter {
  readonly isMine: boolean
  readonly caller: ClaimCaller
}

/**
 * Works on a claim, or waits for the process that does, until it is settled: reserved, waiting,
 * refused or over. Throws ClaimError: 503 when time is over (the same key continues then), 409 when
 * its cluster belongs to another claim.
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
      if (mine) {
        await refuseCluster(context, mine, by.caller)
        return await settle(context, mine, by.caller, deadline)
      }
      if (isSettled(claim)) return claim
      // The write of an intent may have landed, so recovery runs first. A claim that fails there starts again.
      if (claim.isUnleased && claim.status === 'intent') await recoverClaim(context, claim, deadline)
      else if (claim.isUnleased) mine = await begin(context, claim, by.caller)
      if (mine) {
        await context.reached('after-take-over')
        continue
      }
      await deadline.pause(10, 100)
      claim = (await context.ledger.get(claim.id)) ?? claim
    }
  } catch (error) {
    if (error instanceof OutOfTimeError) throw busy(claim, error)
    throw error
  }
}

/** Refuses a claim for a cluster of another tenant. Throws ClaimError 409. */
export async function refuseCluster(
  { inventory, ledger, audit }: ClaimContext,
  claim: ClaimRecord,
  caller: ClaimCaller,
): Promise<void> {
  const why = claim.cluster === null ? null : clusterRefusal(inventory, claim, claim.cluster)
  if (why === null) return
  await ledger.fail({ id: claim.id, token: claim.token }, why)
  await audit.refused(claim, caller, why)
  throw new ClaimError(409, why)
}

async function begin(
  { ledger, audit, holder, inventory }: ClaimContext,
  claim: ClaimRecord,
  caller: ClaimCaller,
): Promise<ClaimRecord | null> {
  if (claim.status !== 'failed') return ledger.acquire(claim, holder)
  const begun = await ledger.restart(claim, holder, namesOfCluster(inventory, claim.cluster))
  if (begun !== 'cluster-taken') return begun
  const why = takenMessage(claim.cluster)
  await audit.refused(claim, caller, why)
  throw new ClaimError(409, why)
}

/** Whether the claim can be answered. A waiting one can; the queue continues with it. */
function isSettled({ status }: ClaimRecord): boolean {
  return status !== 'pending' && status !== 'intent' && status !== 'failed'
}

/** Selects a binding; if interrupted, leaves the claim so that others can continue. */
export async function settle(
  context: ClaimContext,
  claim: ClaimRecord,
  caller: ClaimCaller,
  deadline: Deadline,
): Promise<ClaimRecord> {
  const audited = context.audit.recordIntent('claim', claim, caller)
  const wrote = new RecordedWrites()
  try {
    const settled = await select(context, claim, { audited, wrote }, deadline)
    const outcome = settled.status === 'refused' ? 'refused' : 'accepted'
    context.audit.recordOutcome(settled, caller.actor, outcome, settled.message, wrote.all)
    return settled
  } catch (error) {
    // Without an intent in the audit log there is no outcome to record.
    const attempt = { claim: { ...claim, auditSeq: await audited.catch(() => null) }, wrote: wrote.all }
    if (error instanceof LostClaimError) {
      await recordLost(context, attempt, caller, 'Another process continued the claim.')
      return serveAgain(context, claim, caller, deadline)
    }
    await leave(context, attempt, caller, error)
    throw error
  }
}

/** An interrupted attempt: the claim at its start, and the writes so far. */
interface Interrupted {
  readonly claim: ClaimRecord
  readonly wrote: readonly BindingWrite[]
}

/**
 * Ends an interrupted attempt so that others can continue with the claim, and records its outcome.
 */
async function leave(context: ClaimContext, attempt: Interrupted, caller: ClaimCaller, error: unknown): Promise<void> {
  const { ledger, audit } = context
  const { claim, wrote } = attempt
  const lease = { id: claim.id, token: claim.token }
  if (error instanceof WriteInDoubtError) {
    // Recovery reads the binding and records the final outcome.
    audit.recordOutcome({ ...claim, status: 'intent' }, caller.actor, 'unknown', error.message, wrote)
    return ledger.releaseLease(lease)
  }
  // A claim whose own account cannot be written fails: if it waited, the claims behind it would get no free account.
  const isHopeless = error instanceof ClaimError
  const why = isHopeless ? error.message : INTERRUPTED
  const left = await endUnwritten(context, claim, why, !isHopeless)
  if (left) return audit.recordOutcome(left, caller.actor, 'failed', why, wrote)
  await ledger.releaseLease(lease)
  await recordLost(context, attempt, caller, why)
}

const INTERRUPTED = 'It was interrupted before anything was written.'

/**
 * Records a lost attempt if another process has started a new one. Otherwise the audit record is
 * still the claim's, and the next attempt records the outcome.
 */
async function recordLost(
  { ledger, audit }: ClaimContext,
  { claim: before, wrote }: Interrupted,
  { actor }: ClaimCaller,
  detail: string,
): Promise<void> {
  const claim = await ledger.get(before.id)
  if (claim && claim.auditSeq !== before.auditSeq)
    audit.recordOutcome({ ...claim, auditSeq: before.auditSeq }, actor, 'failed', detail, wrote)
}

async function serveAgain(
  context: ClaimContext,
  { id }: ClaimRecord,
  caller: ClaimCaller,
  deadline: Deadline,
): Promise<ClaimRecord> {
  const claim = await context.ledger.get(id)
  if (!claim) throw new ClaimError(404, 'The claim no longer exists.')
  return serve(context, claim, { isMine: false, caller }, deadline)
}

function busy({ id }: ClaimRecord, cause: unknown): ClaimError {
  const message = `The claim ${id} could not be completed in time. Retry with the same Idempotency-Key.`
  return new ClaimError(503, message, RETRY_AFTER, { cause })
}
