import { poolKey } from '#lib/hap/pools/pool.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { decideOn, poolFor } from './choose.ts'
import { BY_ITSELF } from './claim-audit.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { oneByOne } from './one-by-one.ts'
import { settle } from './serve.ts'

/** Waiting claims that are looked at in one go. */
const AT_ONCE = 500

/** Serves the waiting claims of a pool, named by its key, or of all, in the order of their tickets, as far as it can now. */
export function processQueue(context: ClaimContext, pool: string | null): Promise<void> {
  return context.mutex.run(`queue ${pool ?? ''}`, async () => {
    const slow = new Set<string | null>()
    await oneByOne(context, await context.ledger.waiting(pool, AT_ONCE), async claim => {
      if (slow.has(claim.poolKey) || !claim.isFree || !mayBeServed(context, claim)) return
      const mine = await context.ledger.takeUp(claim, context.holder)
      if (mine?.status === 'waiting') {
        const work = settle(context, mine, BY_ITSELF, new Deadline(context.clock, WORK_MS))
        await work.catch((error: unknown) => {
          if (!(error instanceof OutOfTimeError)) throw error
          // Whatever held it up may be its own: the other pools go on.
          slow.add(claim.poolKey)
          context.failed(error)
        })
      } else if (mine) await context.ledger.putDown({ id: mine.id, token: mine.token })
    })
  })
}

/** By the bindings alone, so that an empty pool costs nothing; who came first is looked at when it is decided. */
function mayBeServed(context: ClaimContext, claim: ClaimRecord): boolean {
  const { request } = claim
  const rules = context.rules()
  const pool = poolFor(context, request, rules)
  // Changed rules lead it elsewhere: there it waits from now on, and keeps nobody waiting here.
  if (pool === null || poolKey(pool) !== claim.poolKey) return true
  const { outcome } = decideOn(context, { request, rules }, new Set(), { counts: [] })
  return outcome.kind !== 'wait'
}
