import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { SlotKey, SlotLease } from '#lib/store/claims/leases.ts'
import type { ClaimLease, Facts } from '#lib/store/claims/ledger.ts'
import { type Attempt, choose, decideOn, newAttempt, poolFor, questionOf } from './choose.ts'
import type { RecordedWrites } from './claim-audit.ts'
import type { ClaimContext, ClaimRules } from './claim-context.ts'
import { ClaimError, REFUSED_RETRY_AFTER } from './claim-errors.ts'
import type { RefusedWrite } from './claim-garden.ts'
import { type Deadline, OutOfTimeError } from './deadline.ts'
import { groundsOf, slotOf } from './grounds.ts'
import { resolveBlockers } from './recover-claim.ts'
import { WriteInDoubtError, writeSelection } from './write-selection.ts'

interface WhatIsRead {
  readonly inventory: { freshness(): readonly Pick<SourceFreshness, 'source' | 'phase' | 'complete'>[] }
}

/**
 * Waits until every binding and shoot was listed once: an incomplete inventory could hide a
 * tenant's own account. Returns whether the watch is fresh; if not, the pool is listed before a
 * decision. Throws OutOfTimeError, at once where shoots may not be listed.
 */
export async function waitForInventory({ inventory }: WhatIsRead, deadline: Deadline): Promise<boolean> {
  for (;;) {
    const isBlind = inventory
      .freshness()
      .some(({ source, phase, complete }) => source === 'Shoot' && phase === 'refused' && !complete)
    if (isBlind)
      throw new OutOfTimeError(
        'This console is not permitted to list shoots in Gardener, so it cannot count clusters. Grant it list on shoots.',
      )
    const sources = inventory.freshness().filter(({ phase, complete }) => phase !== 'refused' || complete)
    if (sources.every(({ complete }) => complete)) return sources.every(({ phase }) => phase !== 'stale')
    await deadline.pause(50, 200)
  }
}

/** A slot that this process holds; `isLeft` when a ledger call has released it already. */
interface HeldSlot {
  readonly slot: SlotLease
  isLeft: boolean
}

/**
 * Runs `work` while this process holds the tenant's slot. Calls of one process queue up, so that
 * each process asks the database once.
 */
function withSlot<Result>(
  context: ClaimContext,
  key: SlotKey,
  deadline: Deadline,
  work: (hold: HeldSlot) => Promise<Result>,
): Promise<Result> {
  const { mutex, ledger, holder } = context
  return mutex.run(`slot ${key.tenant} ${key.hyperscalerType} ${key.euAccess}`, async () => {
    deadline.left()
    let slot = await ledger.acquireSlot(key, holder)
    while (slot === null) {
      await deadline.pause(5, 50)
      slot = await ledger.acquireSlot(key, holder)
    }
    await context.reached('after-slot')
    const hold = { slot, isLeft: false }
    try {
      return await work(hold)
    } finally {
      // A database that is down keeps the slot until its lease ends.
      if (!hold.isLeft) await ledger.releaseSlot(hold.slot).catch(() => undefined)
    }
  })
}

/** Another process works on the claim. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError'
}

/** The audit records of an attempt: its intent and its writes. */
interface AttemptAudit {
  readonly audited: Promise<bigint>
  readonly wrote: RecordedWrites
}

/**
 * Works on a claim that is leased to this process until it is reserved, waits or is refused. Throws OutOfTimeError, LostClaimError,
 * or what database and Gardener throw.
 */
export async function select(
  context: ClaimContext,
  claim: ClaimRecord,
  { audited, wrote }: AttemptAudit,
  deadline: Deadline,
): Promise<ClaimRecord> {
  // The record is written while the slot is acquired, and awaited before a decision.
  audited.catch(() => undefined)
  const isCurrent = await waitForInventory(context, deadline)
  const { request } = claim
  for (;;) {
    const rules = context.rules()
    const pool = poolFor(context, request, rules)
    if (pool === null) return refuse(context, claim, rules, await audited)
    const attempt = newAttempt(claim, pool, rules, wrote)
    const settle = async (hold: HeldSlot | null) =>
      decideUntilSettled(context, claim, { attempt, hold, audit: await audited }, deadline)
    try {
      if (!isCurrent) await resolveBlockers(context, attempt, { kind: 'look', bindings: 'pool' }, deadline)
      const settled = pool.shared
        ? await settle(null)
        : await withSlot(context, slotOf(claim.tenant, pool), deadline, settle)
      if (settled !== null) return settled
    } catch (error) {
      if (error instanceof LostClaimError || error instanceof WriteInDoubtError || !attempt.isInDoubt) throw error
      throw new WriteInDoubtError('The binding was written, and that is not yet noted.', { cause: error })
    }
  }
}

/** Refuses a claim whose request selects no pool; that needs no slot. */
async function refuse(
  context: ClaimContext,
  { id, token, request }: ClaimRecord,
  rules: ClaimRules,
  audit: bigint,
): Promise<ClaimRecord> {
  await context.archive.save(rules)
  const decision = decideOn(context, { request, rules }, new Set(), null)
  const grounds = groundsOf(decision, rules, decision.outcome.message)
  const question = { slot: null, poolKey: '', accounts: [], clusters: [] }
  const choice = { kind: 'refuse', grounds } as const
  const lease = { id, token }
  const verdict = await context.ledger.decide({ lease, slot: null, question, audit, choose: () => choice })
  if (verdict.kind !== 'refused') throw new LostClaimError(`Claim ${id} is worked on elsewhere.`)
  return verdict.claim
}

/** Null if newly published rules select another pool. */
async function decideUntilSettled(
  context: ClaimContext,
  { id, token }: ClaimRecord,
  { attempt, hold, audit }: { attempt: Attempt; hold: HeldSlot | null; audit: bigint },
  deadline: Deadline,
): Promise<ClaimRecord | null> {
  const lease: ClaimLease = { id, token }
  const slot = hold?.slot ?? null
  for (;;) {
    deadline.left()
    if (!(await refreshRules(context, attempt))) return null
    const question = questionOf(context, attempt, slot?.key ?? null)
    const chooseNow = (facts: Facts) => {
      // Throws where rules and limits got too old while the rows were waited for.
      context.rules()
      return choose(context, attempt, question, facts)
    }
    const order = { lease, slot, question, audit, choose: chooseNow }
    // Each process waits for the lock of a shared pool once, so that its claims hold no other
    // connections.
    const decide = () => context.ledger.decide(order)
    const verdict = await (slot ? decide() : context.mutex.run(`pool ${question.poolKey}`, decide))
    if (verdict.kind === 'lost') throw new LostClaimError(`Claim ${id} is worked on elsewhere.`)
    if ('claim' in verdict) {
      if (verdict.kind !== 'taken') return verdict.claim
      const confirmed = await writeAndConfirm(context, verdict.claim, attempt, hold, deadline)
      if (confirmed) return confirmed
    } else await resolveBlockers(context, attempt, verdict, deadline)
  }
}

/** Decides by the rules, allowlist and limits of this moment. False when they lead the request to another pool. */
async function refreshRules(context: ClaimContext, attempt: Attempt): Promise<boolean> {
  const rules = context.rules()
  const pool = poolFor(context, attempt.request, rules)
  if (pool === null || poolKey(pool) !== poolKey(attempt.pool)) return false
  attempt.rules = rules
  await context.archive.save(rules)
  return true
}

/** Writes the decision and confirms it. Null if the binding could not be taken. */
async function writeAndConfirm(
  context: ClaimContext,
  claim: ClaimRecord,
  attempt: Attempt,
  hold: HeldSlot | null,
  deadline: Deadline,
): Promise<ClaimRecord | null> {
  await context.reached('after-intent')
  if (attempt.chosen === null) throw new Error('A claim was reserved without a choice.')
  attempt.isInDoubt = true
  const selection = await writeSelection(context, claim, attempt.chosen, attempt.wrote, deadline).catch(
    (error: unknown) => {
      attempt.isInDoubt = error instanceof WriteInDoubtError
      throw error
    },
  )
  if (selection.kind === 'again') {
    attempt.isInDoubt = false
    const isRepeated = attempt.looked.has(bindingKey(attempt.chosen))
    attempt.looked.add(bindingKey(attempt.chosen))
    if (selection.refused !== null) {
      skipRefused(context, attempt, claim, selection.refused, isRepeated)
    }
    return null
  }
  await context.reached('after-write')
  const confirmed = await context.ledger.confirm(
    { id: claim.id, token: claim.token },
    epochOf(selection.binding),
    hold?.slot ?? null,
  )
  if (hold) hold.isLeft = true
  if (!confirmed) throw new LostClaimError(`Claim ${claim.id} is worked on elsewhere.`)
  await context.reached('after-confirm')
  return confirmed
}

/**
 * Skips an account that cannot be written; a tenant whose own account is refused does not get a second one. The engine excludes an
 * account with a condition itself, and names the cause: it is skipped here only once that did not help.
 */
function skipRefused(
  { inventory, backoff, clock }: ClaimContext,
  attempt: Attempt,
  { account, outcome, queuedAt }: ClaimRecord,
  { message, everywhere }: RefusedWrite,
  isRepeated: boolean,
): void {
  // A claim that waits already stays in the queue: the role may be corrected.
  if (everywhere && queuedAt === null)
    throw new ClaimError(503, `${message} No account can be claimed until then.`, REFUSED_RETRY_AFTER)
  const isExcluded = attempt.chosen !== null && inventory.condition(attempt.chosen) !== null
  // Back-off of this process ends with time alone, a condition as soon as Gardener accepts writes.
  if (attempt.chosen !== null && !isExcluded) backoff.unwritable(attempt.chosen, clock.now())
  if (outcome === 'reuse') throw new ClaimError(503, message, REFUSED_RETRY_AFTER)
  if (account === null || (isExcluded && !isRepeated)) return
  attempt.avoided.set(account, 'unwritable')
  attempt.refusals.set(account, message)
}
