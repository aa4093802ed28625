import { removeDerivedDuplicates } from '#lib/hap/audit/binding-write.ts'
import { epochOf, raiseEpochChange, selectionChange, unclaimChange } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimLease, GivenBinding, Verdict } from '#lib/store/claims/ledger.ts'
import { backOffMs } from '#lib/util/retry.ts'
import type { Attempt } from './choose.ts'
import { BY_ITSELF, RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, foreignMessage, REFUSED_RETRY_AFTER } from './claim-errors.ts'
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
      // No write of the claim can land any more; the known binding shows whether one has landed.
      if (claim.intentIsOld) return recordUnwritten(context, claim, NOT_SERVED, wrote)
      return ledger.releaseLease(lease)
    }
    const binding = bindingOfClaim(claim, now)
    if (!binding) return recordUnwritten(context, claim, 'Its binding no longer exists.', wrote)
    // A write that has landed cannot land again and needs no higher epoch.
    const hasLanded = claim.outcome === 'claim' && isSelectedBy(claim, binding)
    if (hasLanded) wrote.found(binding, 'tenantName')
    if (hasLanded && isUsable(binding, clock.now())) return recordConfirmed(context, lease, binding, wrote)
    // Cleaning or deleting the binding removes the tenant's label.
    if (hasLanded && isBeingCleaned(binding)) return recordUnwritten(context, claim, outOfUseMessage(binding), wrote)
    // Other clusters are placed by the tenant's label: without it their account would be free.
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
      // After that time no request of the claim can still be in flight in an API server.
      if (claim.intentIsOld) return recordUnwritten(context, claim, written.message, wrote)
      return ledger.releaseLease(lease)
    }
    const least = written.kind === 'throttled' ? written.retryAfterMs : backOffMs(attempt, WRITE_BACK_OFF)
    await deadline.pause(least, least * 2)
  }
}

const NOT_SERVED = 'Gardener no longer serves the kind of its binding.'

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

/** Whether shoots were created on the account after its selection. */
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

/** Whether a binding is dirty or being deleted. */
function isBeingCleaned({ kind, labels, deletedAt }: Binding): boolean {
  return deletedAt !== null || readLabels(kind, labels).dirty === 'true'
}

function outOfUseMessage({ name }: Binding): string {
  return `${name} was taken out of use before the claim was answered.`
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

const RIVAL_BACK_OFF = { firstMs: 1, maxMs: 1_000 }

/** How long an attempt waits for the tenant's own account while claims of other tenants are on it. */
const FOREIGN_MS = 2_000

/** Waits for claims of other tenants on an own account: a release ends soon. Throws ClaimError 503 after FOREIGN_MS. */
function waitForOwnAccount({ clock }: ClaimContext, attempt: Attempt): void {
  attempt.foreignSince ??= clock.now()
  if (attempt.chosen === null || clock.now() - attempt.foreignSince < FOREIGN_MS) return
  throw new ClaimError(503, foreignMessage(attempt.chosen.name), REFUSED_RETRY_AFTER)
}

/**
 * Removes what kept the last decision from being carried out: reads bindings that others wrote, recovers
 * rival claims, raises epochs against late writes, and skips accounts that cannot be taken. Throws OutOfTimeError,
 * ClaimError, and errors of the database and Gardener.
 */
export async function resolveBlockers(
  context: ClaimContext,
  attempt: Attempt,
  verdict: Exclude<Verdict, { readonly claim: ClaimRecord } | { readonly kind: 'lost' }>,
  deadline: Deadline,
): Promise<void> {
  const { garden, recent, ledger } = context
  const isOwn = attempt.outcome === 'reuse'
  if (verdict.kind === 'own-unusable') throw new ClaimError(503, verdict.message, REFUSED_RETRY_AFTER)
  if (verdict.kind === 'busy') await deadline.pause(10, 100)
  else if (verdict.kind === 'passed-over') {
    if (verdict.why === 'foreign' && isOwn) waitForOwnAccount(context, attempt)
    if (verdict.why === 'foreign')
      context.backoff.foreign(verdict.account, attempt.request.globalAccount, context.clock.now())
    // The tenant may have claims on the account in another slot, by another binding.
    if (verdict.why === 'count') attempt.uncounted.add(verdict.account)
    // The next decision skips a free or shared account, but never the tenant's own.
    if (verdict.why !== 'count' && !isOwn) attempt.avoided.set(verdict.account, verdict.why)
    await deadline.pause(1, isOwn ? 100 : 5)
  } else if (verdict.kind === 'resolve') {
    for (const id of verdict.claims) {
      const rival = await ledger.get(id)
      if (rival) await recoverClaim(context, rival, deadline)
    }
    // Rivals whose binding cannot be written stay in doubt, so the next round backs off.
    const least = backOffMs(attempt.resolved++, RIVAL_BACK_OFF)
    await deadline.pause(least, least * 20)
  } else if (verdict.kind === 'raise-epoch') {
    for (const ref of verdict.bindings) await raiseEpoch(context, attempt, ref, deadline)
  } else if (verdict.bindings === 'pool') {
    const found = await deadline.persist(ms => garden.list(attempt.pool, ms))
    for (const binding of found) recent.put(binding)
    attempt.listed = true
  } else {
    for (const ref of verdict.bindings) {
      // If Gardener does not serve the kind, the known version stays in force.
      await recent.read(ref, () => deadline.persist(ms => garden.read(ref, ms))).catch(unlessServed)
      attempt.looked.add(bindingKey(ref))
      if (ref.epoch !== undefined) attempt.lookedFor.set(bindingKey(ref), ref.epoch)
    }
  }
}

/** Writes only a higher epoch, so that a write in flight meets another resourceVersion. */
async function raiseEpoch(
  context: ClaimContext,
  attempt: Attempt,
  ref: GivenBinding,
  deadline: Deadline,
): Promise<void> {
  const { garden, recent } = context
  const binding = await recent.read(ref, () => deadline.persist(ms => garden.read(ref, ms))).catch(unlessServed)
  // Gardener does not serve the kind, so no write of it can land.
  if (binding === 'not-served') return void attempt.epochRaised.add(bindingKey(ref))
  if (binding === null || accountKey(binding.account) !== ref.account || epochOf(binding) >= ref.epoch) return
  const written = await garden.write(binding, raiseEpochChange(binding), deadline.left())
  if (written.kind === 'landed') {
    recent.put(written.binding)
    attempt.wrote.landed(binding, written.binding)
    await context.reached('after-epoch-write')
    attempt.epochRaised.add(bindingKey(ref))
  } else {
    const least = written.kind === 'throttled' ? written.retryAfterMs : written.kind === 'conflict' ? 1 : 100
    await deadline.pause(least, least * 2)
  }
}
