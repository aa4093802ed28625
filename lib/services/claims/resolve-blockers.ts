import { epochOf, raiseEpochChange } from '#lib/hap/lifecycle/change.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { GivenBinding, Verdict } from '#lib/store/claims/ledger.ts'
import { backOffMs } from '#lib/util/retry.ts'
import type { Attempt } from './choose.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, foreignMessage, REFUSED_RETRY_AFTER } from './claim-errors.ts'
import { unlessServed } from './claim-garden.ts'
import type { Deadline } from './deadline.ts'
import { recoverClaim } from './recover-claim.ts'

const RIVAL_BACK_OFF = { firstMs: 1, maxMs: 1_000 }

/** How long an own account is waited for on which claims of others are. */
const FOREIGN_MS = 2_000

/** A release or a mistaken claim ends soon; what stays needs a person. */
function waitForOwnAccount({ clock }: ClaimContext, attempt: Attempt): void {
  attempt.foreignSince ??= clock.now()
  if (attempt.chosen === null || clock.now() - attempt.foreignSince < FOREIGN_MS) return
  throw new ClaimError(503, foreignMessage(attempt.chosen.name), REFUSED_RETRY_AFTER)
}

/**
 * Prepares the next decision: reads what others wrote, completes what others left, skips what
 * cannot be taken. Throws OutOfTimeError, ClaimError, and errors of the database and Gardener.
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
    // Claims of another slot of the tenant may be on it by another binding.
    if (verdict.why === 'count') attempt.uncounted.add(verdict.account)
    // A free or shared account may be gone round, an own one not.
    if (verdict.why !== 'count' && !isOwn) attempt.avoided.set(verdict.account, verdict.why)
    await deadline.pause(1, isOwn ? 100 : 5)
  } else if (verdict.kind === 'resolve') {
    for (const id of verdict.claims) {
      const rival = await ledger.get(id)
      if (rival) await recoverClaim(context, rival, deadline)
    }
    // Rivals that stay, since their binding cannot be written, are resolved with backoff.
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
      // Of a kind that Gardener does not serve, what is known stays in force.
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
  // No write of a kind that Gardener does not serve lands.
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
