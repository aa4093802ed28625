import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { decideOn, latestIndex, poolFor } from './choose.ts'
import { BY_ITSELF } from './claim-audit.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { forOthers } from './for-others.ts'
import { oneByOne } from './one-by-one.ts'
import { refuseCluster, settle } from './serve.ts'

/** Waiting claims that are read in one go. */
const AT_ONCE = 500

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
      const page = await context.ledger.waiting(pool, AT_ONCE, seen - pass.gone)
      seen += page.length
      await oneByOne(context, page, claim => lookAt(context, claim, pass))
      if (pool !== null || page.length < AT_ONCE) return
      // Others of this process have their turn meanwhile.
      await context.clock.sleep(0)
    }
  })
}

async function lookAt(context: ClaimContext, claim: ClaimRecord, pass: Pass): Promise<void> {
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
    ? forOthers(context, latestIndex(context, globalAccount), pool, globalAccount)
    : new Set<string>()
  for (;;) {
    const { outcome } = decideOn(context, { request, rules }, without, null)
    if (!('binding' in outcome)) return outcome.kind !== 'wait'
    const isNow = !context.setbacks.holds(outcome.binding, globalAccount, context.clock.now())
    // Of an own account an attempt ends the wait, whatever comes of it: nobody stands for ever before who comes after.
    if (isNow || outcome.kind === 'reuse') return true
    without.add(accountKey(outcome.binding.account))
  }
}
