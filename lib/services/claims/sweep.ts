import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { accountsForOthers } from './account-facts.ts'
import { decideOn, latestIndex, poolFor } from './choose.ts'
import { BY_ITSELF } from './claim-audit.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { isOn, namesOf, shootsOfClaim } from './claim-shoots.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { recoverClaim } from './recover-claim.ts'
import { finishRelease } from './release-claim.ts'
import { refuseCluster, settle } from './serve.ts'

/**
 * Works on one after the other. What goes wrong with one is told and keeps nobody else waiting; where nobody answers, the others are
 * left for later.
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

/** Claims of each kind that are looked at in one go. */
const AT_ONCE = 200

/** Finds out what became of every claim whose work was interrupted. */
export async function resolveOpenIntents(context: ClaimContext): Promise<void> {
  await processEach(context, await context.ledger.interrupted(AT_ONCE), claim =>
    recoverClaim(context, claim, new Deadline(context.clock, WORK_MS)),
  )
}

/** Goes on with what was given back and not dealt with. */
export async function finishReleases(context: ClaimContext): Promise<void> {
  await processEach(context, await context.ledger.releasing(AT_ONCE), async claim => {
    const mine = await context.ledger.takeUp(claim, context.holder)
    if (!mine) return
    await context.reached('after-take-over')
    await finishRelease(context, mine, { actor: BY_ITSELF.actor, goesOn: true }, new Deadline(context.clock, WORK_MS))
  })
}

/** Claims whose cluster has come into being become active. */
export async function activateClaims({ ledger, inventory, audit, twoPersons }: ClaimContext): Promise<void> {
  const expected = await ledger.expected(5_000)
  const seen = expected
    .map(claim => ({ claim, shoots: shootsOfClaim(inventory, claim) }))
    // There it decides whether the account may be marked: a shoot that may be anywhere is not enough.
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

/** Waiting claims that are read in one go. */
const QUEUE_BATCH = 500

/** What one look at the queue has found so far. */
interface Pass {
  /** Pools that hold up who looks at them. */
  readonly slow: Set<string | null>
  /** Pools for which somebody waits: whoever came later gets no free account before. */
  readonly queued: Set<string | null>
  /** Claims that have left the queue. */
  gone: number
}

/**
 * Serves the waiting claims of a pool, named by its key, in the order of their tickets, as far as it can now: the first of them,
 * since it is asked at each change of an account. Without a pool those of all, however many there are.
 */
export function processQueue(context: ClaimContext, pool: string | null): Promise<void> {
  return context.mutex.run(`queue ${pool ?? ''}`, async () => {
    const pass: Pass = { slow: new Set(), queued: new Set(), gone: 0 }
    for (let seen = 0; ; ) {
      const page = await context.ledger.waiting(pool, QUEUE_BATCH, seen - pass.gone)
      seen += page.length
      await processEach(context, page, claim => serveClaim(context, claim, pass))
      if (pool !== null || page.length < QUEUE_BATCH) return
      // Others of this process have their turn meanwhile.
      await context.clock.sleep(0)
    }
  })
}

async function serveClaim(context: ClaimContext, claim: ClaimRecord, pass: Pass): Promise<void> {
  if (pass.slow.has(claim.poolKey)) return
  // What was written of one that is tried, or was, is not known: it keeps its place until that is found out.
  const isServed =
    claim.status === 'waiting' && claim.isFree && mayBeServed(context, claim, pass.queued.has(claim.poolKey))
  const mine = isServed ? await context.ledger.takeUp(claim, context.holder) : null
  if (mine) await context.reached('after-take-over')
  if (mine?.status === 'waiting') {
    const settled = await serveWaiting(context, mine).catch((error: unknown) => {
      if (!(error instanceof OutOfTimeError)) throw error
      // Whatever held it up may be its own: the other pools go on.
      pass.slow.add(claim.poolKey)
      context.failed(error)
    })
    if (settled && settled.status !== 'waiting') {
      pass.gone++
      return
    }
  } else if (mine) return context.ledger.putDown({ id: mine.id, token: mine.token })
  pass.queued.add(claim.poolKey)
}

async function serveWaiting(context: ClaimContext, claim: ClaimRecord): Promise<ClaimRecord> {
  // A cluster may have come by its name while it waited.
  await refuseCluster(context, claim, BY_ITSELF)
  return settle(context, claim, BY_ITSELF, new Deadline(context.clock, WORK_MS))
}

/**
 * By what the inventory knows alone, so that an empty pool costs nothing, and without what was not to be had a moment ago: an attempt
 * that comes to nothing is written down. Who came first is looked at when it is decided.
 */
function mayBeServed(context: ClaimContext, claim: ClaimRecord, isBehind: boolean): boolean {
  const { request } = claim
  const { globalAccount } = request
  const rules = context.rules()
  const pool = poolFor(context, request, rules)
  // Changed rules lead it elsewhere: there it waits from now on, and keeps nobody waiting here.
  if (pool === null || poolKey(pool) !== claim.poolKey) return true
  const without = isBehind
    ? accountsForOthers(context, latestIndex(context, globalAccount), pool, globalAccount)
    : new Set<string>()
  for (;;) {
    const { outcome } = decideOn(context, { request, rules }, without, null)
    if (!('binding' in outcome)) return outcome.kind !== 'wait'
    const isNow = !context.backoff.holds(outcome.binding, globalAccount, context.clock.now())
    // Of an own account an attempt ends the wait, whatever comes of it: nobody stands for ever before who comes after.
    if (isNow || outcome.kind === 'reuse') return true
    without.add(accountKey(outcome.binding.account))
  }
}
