import { accountKey } from '#lib/hap/pools/account.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { decideOn, latestIndex, poolFor } from './choose.ts'
import { BY_ITSELF } from './claim-audit.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { forOthers } from './for-others.ts'
import { oneByOne } from './one-by-one.ts'
import { refuseCluster, settle } from './serve.ts'
import { unfit } from './unfit.ts'

/** Waiting claims that are looked at in one go. */
const AT_ONCE = 500

/** Serves the waiting claims of a pool, named by its key, or of all, in the order of their tickets, as far as it can now. */
export function processQueue(context: ClaimContext, pool: string | null): Promise<void> {
  return context.mutex.run(`queue ${pool ?? ''}`, async () => {
    const slow = new Set<string | null>()
    // Somebody waits there already: whoever came later gets no free account before.
    const queued = new Set<string | null>()
    await oneByOne(context, await context.ledger.waiting(pool, AT_ONCE), async claim => {
      if (slow.has(claim.poolKey)) return
      // What was written of it is not known: it keeps its place until that is found out.
      const isServed =
        claim.status === 'waiting' && claim.isFree && mayBeServed(context, claim, queued.has(claim.poolKey))
      const mine = isServed ? await context.ledger.takeUp(claim, context.holder) : null
      if (mine) await context.reached('after-take-over')
      if (mine?.status === 'waiting') {
        // A cluster may have come by its name while it waited.
        const work = refuseCluster(context, mine, BY_ITSELF).then(() =>
          settle(context, mine, BY_ITSELF, new Deadline(context.clock, WORK_MS)),
        )
        const settled = await work.catch((error: unknown) => {
          if (!(error instanceof OutOfTimeError)) throw error
          // Whatever held it up may be its own: the other pools go on.
          slow.add(claim.poolKey)
          context.failed(error)
        })
        if (settled && settled.status !== 'waiting') return
      } else if (mine) return context.ledger.putDown({ id: mine.id, token: mine.token })
      queued.add(claim.poolKey)
    })
  })
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
    const isFit = unfit(context, outcome, globalAccount) === null
    const isNow = !context.setbacks.holds(outcome.binding, globalAccount, context.clock.now())
    // Of an own account an attempt ends the wait, whatever comes of it: nobody stands for ever before who comes after.
    if (isFit && (isNow || outcome.kind === 'reuse')) return true
    without.add(accountKey(outcome.binding.account))
  }
}
