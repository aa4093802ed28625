import { removeDerivedDuplicates } from '#lib/hap/audit/binding-write.ts'
import { epochOf, raiseEpochChange, selectionChange, unclaimChange } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimLease } from '#lib/store/claims/ledger.ts'
import { backOffMs } from '#lib/util/retry.ts'
import { BY_ITSELF, RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { bindingOfClaim, unlessServed } from './claim-garden.ts'
import { readShootsOnAccount } from './claim-shoots.ts'
import { type Deadline, WRITE_BACK_OFF } from './deadline.ts'
import { endUnwritten } from './wait-reason.ts'
import { canBeSelectedAgain, isSelectedBy, isUsable } from './write-selection.ts'

/**
 * Recovers an interrupted claim: it is reserved if its binding shows it, or if its own or shared binding can
 * still be selected; else it waits again or fails. Does nothing while another process holds it. Idempotent, also concurrently.
 */
export async function recoverClaim(context: ClaimContext, seen: ClaimRecord, deadline: Deadline): Promise<void> {
  if (!seen.isUnleased || (seen.status !== 'pending' && seen.status !== 'intent')) return
  const claim = await context.ledger.acquire(seen, context.holder)
  if (!claim) return
  await context.reached('after-take-over')
  const lease = { id: claim.id, token: claim.token }
  try {
    if (claim.status === 'intent') await recoverIntent(context, claim, lease, deadline)
    else await recordUnwritten(context, claim, 'It was interrupted before anything was written.')
    await context.reached('after-resolution')
  } catch (error) {
    await context.ledger.releaseLease(lease)
    throw error
  }
}

async function recoverIntent(
  context: ClaimContext,
  claim: ClaimRecord,
  lease: ClaimLease,
  deadline: Deadline,
): Promise<void> {
  const { garden, ledger, recent, clock } = context
  const ref = claim.binding
  const wrote = new RecordedWrites()
  for (let attempt = 0; ; attempt++) {
    const now = ref && (await recent.read(ref, () => deadline.persist(ms => garden.read(ref, ms))).catch(unlessServed))
    if (now === 'not-served') {
      // No write of it lands any more; whether one has landed shows in what is known of the binding.
      if (claim.intentIsOld) return recordUnwritten(context, claim, NOT_SERVED, wrote)
      return ledger.releaseLease(lease)
    }
    const binding = bindingOfClaim(claim, now)
    if (!binding) return recordUnwritten(context, claim, 'Its binding does not exist any more.', wrote)
    // What has landed needs no higher epoch: the write cannot land again.
    const hasLanded = claim.outcome === 'claim' && isSelectedBy(claim, binding)
    if (hasLanded) wrote.found(binding, 'tenantName')
    if (hasLanded && isUsable(binding, clock.now())) return recordConfirmed(context, lease, binding, wrote)
    // Cleaning, or its deletion, takes the tenant's name off.
    if (hasLanded && isBeingCleaned(binding)) return recordUnwritten(context, claim, outOfUseMessage(binding), wrote)
    // Others place clusters by the tenant's name: without it the account would be free under them.
    if (hasLanded && (await isUsed(context, claim, binding, deadline)))
      return recordUnwritten(
        context,
        claim,
        `${outOfUseMessage(binding)} Clusters of ${claim.tenant} are on it.`,
        wrote,
      )
    const canComplete = !hasLanded && canCompleteSelection(claim, binding, clock.now())
    const change = hasLanded
      ? unclaimChange(binding)
      : canComplete
        ? selectionChange(binding, claim.id)
        : raiseEpochChange(binding)
    const written = await garden.write(binding, change, deadline.left())
    if (written.kind === 'landed') {
      recent.put(written.binding)
      wrote.landed(binding, written.binding)
      await context.reached('after-epoch-write')
      if (canComplete) return recordConfirmed(context, lease, written.binding, wrote)
      const why = hasLanded ? outOfUseMessage(binding) : `It was interrupted before ${binding.name} was written.`
      return recordUnwritten(context, claim, why, wrote)
    }
    if (written.kind === 'refused') {
      // By then no request of it can still be in flight in an API server.
      if (claim.intentIsOld) return recordUnwritten(context, claim, written.message, wrote)
      return ledger.releaseLease(lease)
    }
    const least = written.kind === 'throttled' ? written.retryAfterMs : backOffMs(attempt, WRITE_BACK_OFF)
    await deadline.pause(least, least * 2)
  }
}

const NOT_SERVED = 'Gardener does not serve the kind of its binding any more.'

/**
 * Whether the selection can be completed now: of a usable own or shared binding, or one that became
 * the tenant's without a claim. A free binding gets a higher epoch instead; a retry of the claim
 * starts again.
 */
function canCompleteSelection(claim: ClaimRecord, binding: Binding, at: number): boolean {
  if (claim.outcome !== 'claim') return canBeSelectedAgain(claim, binding, binding, at)
  const isOwn = canBeSelectedAgain({ ...claim, outcome: 'reuse' }, binding, binding, at)
  return isOwn && binding.annotations[ANNOTATIONS.selectedBy] === undefined
}

/** Whether shoots came onto the account since it was selected. */
async function isUsed(
  context: ClaimContext,
  { tenant }: ClaimRecord,
  binding: Binding,
  deadline: Deadline,
): Promise<boolean> {
  const account = accountKey(binding.account)
  const bindings = [binding, ...context.inventory.bindingsOfAccount(account)]
  return (await readShootsOnAccount(context, { account, tenant, bindings }, deadline)).length > 0
}

/** Whether a binding is about to be cleaned or to go. */
function isBeingCleaned({ kind, labels, deletedAt }: Binding): boolean {
  return deletedAt !== null || readLabels(kind, labels).dirty === 'true'
}

function outOfUseMessage({ name }: Binding): string {
  return `${name} was taken out of use before anybody was told of it.`
}

async function recordConfirmed(
  { ledger, audit }: ClaimContext,
  lease: ClaimLease,
  binding: Binding,
  { all }: RecordedWrites,
): Promise<void> {
  const done = await ledger.confirm(lease, epochOf(binding), null)
  if (done) audit.recordOutcome(done, BY_ITSELF.actor, 'accepted', done.message, removeDerivedDuplicates(all))
}

async function recordUnwritten(
  context: ClaimContext,
  claim: ClaimRecord,
  why: string,
  wrote = new RecordedWrites(),
): Promise<void> {
  const left = await endUnwritten(context, claim, why)
  if (left) context.audit.recordOutcome(left, BY_ITSELF.actor, 'failed', why, removeDerivedDuplicates(wrote.all))
}
