import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { accountsForOthers } from './account-facts.ts'
import { decideOn, latestIndex, poolFor } from './choose.ts'
import { BY_ITSELF } from './claim-audit.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { isOn, namesOf, shootsOfClaim } from './claim-shoots.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { recoverClaim } from './recover-claim.ts'
import { finishRelease } from './release-claim.ts'
import { refuseCluster, settle } from './serve.ts'
import { expiredMessage } from './wait-reason.ts'

/**
 * Processes items in sequence. An error of one item does not stop the others, except when the
 * database is down or time is over.
 */
async function processEach<Item>(
  { failed }: Pick<ClaimContext, 'failed'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (error instanceof StoreError || error instanceof OutOfTimeError) throw error
      failed(error)
    }
  }
}

/** Claims of each kind per run. */
const AT_ONCE = 200

/** Recovers every interrupted claim. */
export async function recoverInterrupted(context: ClaimContext): Promise<void> {
  await processEach(context, await context.ledger.listInterrupted(AT_ONCE), claim =>
    recoverClaim(context, claim, new Deadline(context.clock, WORK_MS)),
  )
}

/** Continues releases that are not finished. */
export async function finishReleases(context: ClaimContext): Promise<void> {
  await processEach(context, await context.ledger.listReleasing(AT_ONCE), async claim => {
    const mine = await context.ledger.acquire(claim, context.holder)
    if (!mine) return
    await context.reached('after-take-over')
    await finishRelease(
      context,
      mine,
      { actor: BY_ITSELF.actor, isResumed: true },
      new Deadline(context.clock, WORK_MS),
    )
  })
}

/** Activates claims whose cluster exists. */
export async function activateClaims({ ledger, inventory, audit, twoPersons }: ClaimContext): Promise<void> {
  const expected = await ledger.listExpected(5_000)
  const seen = expected
    .map(claim => ({ claim, shoots: shootsOfClaim(inventory, claim) }))
    // This decides whether the account may be marked dirty, so a shoot of unknown account is not enough.
    .map(({ claim, shoots }) => ({
      claim,
      shoots: twoPersons ? shoots.filter(shoot => isOn(inventory, shoot, claim.account)) : shoots,
    }))
    .filter(({ shoots }) => shoots.length > 0)
  for (let start = 0; start < seen.length; start += AT_ONCE) {
    const part = seen.slice(start, start + AT_ONCE)
    const claims = part.map(({ claim }) => claim)
    const ids = claims.map(({ id }) => id)
    const names = namesOf(part.flatMap(({ shoots }) => shoots))
    await audit.recordActivation(claims, intent => ledger.activate(ids, names, intent))
  }
}

/** Waiting claims per query. */
const QUEUE_BATCH = 500

/** The state of one run over the queue. */
interface Pass {
  /** Pools whose claims ran out of time. */
  readonly slow: Set<string | null>
  /** Pools with waiting claims: later claims get no free account. */
  readonly queued: Set<string | null>
  /** Claims that have left the queue. */
  gone: number
}

/**
 * Serves the waiting claims of a pool by ticket, up to one batch; without a pool, those of all pools
 * without a limit.
 */
export function processQueue(context: ClaimContext, pool: string | null): Promise<void> {
  return context.mutex.run(`queue ${pool ?? ''}`, async () => {
    const pass: Pass = { slow: new Set(), queued: new Set(), gone: 0 }
    for (let seen = 0; ; ) {
      const page = await context.ledger.listWaiting(pool, QUEUE_BATCH, seen - pass.gone)
      seen += page.length
      await processEach(context, page, claim => serveClaim(context, claim, pass))
      if (pool !== null || page.length < QUEUE_BATCH) return
      // Yields to other work of this process.
      await context.clock.sleep(0)
    }
  })
}

async function serveClaim(context: ClaimContext, claim: ClaimRecord, pass: Pass): Promise<void> {
  if (claim.status === 'waiting' && claim.isExpired && claim.isUnleased) {
    if (await expireClaim(context, claim)) pass.gone++
    else pass.queued.add(claim.poolKey)
    return
  }
  if (pass.slow.has(claim.poolKey)) return
  // A claim in doubt keeps its position until it is resolved.
  const isServed =
    claim.status === 'waiting' && claim.isUnleased && mayBeServed(context, claim, pass.queued.has(claim.poolKey))
  const mine = isServed ? await context.ledger.acquire(claim, context.holder) : null
  if (mine) await context.reached('after-take-over')
  if (mine?.status === 'waiting') {
    const settled = await serveWaiting(context, mine).catch((error: unknown) => {
      if (!(error instanceof OutOfTimeError)) throw error
      // The cause may be this pool's own, so the other pools continue.
      pass.slow.add(claim.poolKey)
      context.failed(error)
    })
    if (settled && settled.status !== 'waiting') {
      pass.gone++
      return
    }
  } else if (mine) return context.ledger.releaseLease({ id: mine.id, token: mine.token })
  pass.queued.add(claim.poolKey)
}

/** Ends a claim whose deadline passed. The lease lets one process record it. Returns false if the claim changed since. */
async function expireClaim({ ledger, audit, holder }: ClaimContext, claim: ClaimRecord): Promise<boolean> {
  const mine = await ledger.acquire(claim, holder)
  if (mine === null || mine.deadline === null) return false
  try {
    const intent = await audit.recordIntent('expire-claim', mine, BY_ITSELF)
    const message = expiredMessage(mine.deadline)
    const ended = await ledger.endWaiting(mine.id, { cause: 'expired', message, audit: intent })
    const recorded = ended ?? { ...mine, auditSeq: intent }
    const [outcome, detail] = ended ? (['accepted', message] as const) : (['refused', LEFT_QUEUE] as const)
    audit.recordOutcome(recorded, BY_ITSELF.actor, outcome, detail)
    return ended !== null
  } catch (error) {
    await ledger.releaseLease({ id: mine.id, token: mine.token })
    throw error
  }
}

const LEFT_QUEUE = 'The claim had already left the queue.'

async function serveWaiting(context: ClaimContext, claim: ClaimRecord): Promise<ClaimRecord> {
  // The cluster may have been created while the claim waited.
  await refuseCluster(context, claim, BY_ITSELF)
  return settle(context, claim, BY_ITSELF, new Deadline(context.clock, WORK_MS))
}

/**
 * Decides by the inventory alone, so that an empty pool costs nothing, and without accounts in
 * backoff, since each failed attempt is recorded.
 */
function mayBeServed(context: ClaimContext, claim: ClaimRecord, isBehind: boolean): boolean {
  // A release without this field has queued the claim; the decision refuses it.
  if (claim.onExhausted === 'fail') return true
  const { request } = claim
  const { globalAccount } = request
  const rules = context.rules()
  const pool = poolFor(context, request, rules)
  // Changed rules select another pool: the claim waits there and blocks no other one here.
  if (pool === null || poolKey(pool) !== claim.poolKey) return true
  const without = isBehind
    ? accountsForOthers(context, latestIndex(context, globalAccount), pool, globalAccount)
    : new Set<string>()
  for (;;) {
    const { outcome } = decideOn(context, { request, rules }, without, null)
    if (!('binding' in outcome)) return outcome.kind !== 'wait'
    const isNow = !context.backoff.holds(outcome.binding, globalAccount, context.clock.now())
    // An attempt for an own account always ends the wait, so that no claim blocks later ones
    // forever.
    if (isNow || outcome.kind === 'reuse') return true
    without.add(accountKey(outcome.binding.account))
  }
}
