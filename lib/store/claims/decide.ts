import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { lockPoolSlots } from '#lib/store/slots/pool-slot.ts'
import type { Store } from '#lib/store/store.ts'
import { type ClaimRow, COLUMNS, EMPTY_HANDED, oneRecord } from './claim-row.ts'
import { GROUNDS, GROUNDS_TYPES, groundsColumns } from './decision-row.ts'
import { readFacts } from './facts.ts'
import type { Choice, DecisionOrder, Facts, Verdict } from './ledger.ts'
import { LOST, type Reservation, reserve } from './reserve.ts'

type Settled = Exclude<Choice, { readonly kind: 'take' }> | typeof LOST

/**
 * Facts, decisions, reservations and intents of some claims in one short transaction. Claims of a slot are one after the other by
 * its lease, those of a shared pool by its lock, and all that happens on one account by the lock of that.
 */
export function decide(store: Store, orders: readonly DecisionOrder[]): Promise<readonly Verdict[]> {
  const pools = orders.flatMap(({ slot, question }) =>
    slot === null && question.poolKey !== '' ? question.poolKey : [],
  )
  return store.transaction(
    async tx => {
      if (pools.length > 0) await lockPoolSlots(tx, pools)
      const facts = await readFacts(tx, orders)
      const verdicts = new Map<number, Verdict>()
      const reservations = new Map<string, Reservation>()
      for (const [n, order] of orders.entries()) {
        const known = facts[n]
        const choice = known ? order.choose(withTaken(known, order, reservations.values())) : LOST
        if (choice.kind !== 'take') verdicts.set(n, await settled(tx, order, choice))
        else if (!reservations.has(choice.pick.account)) reservations.set(choice.pick.account, { ...choice, n, order })
        // What is about to happen on the account it could not count.
        else verdicts.set(n, { kind: 'passed-over', account: choice.pick.account, why: 'count' })
      }
      for (const [n, verdict] of await reserve(tx, [...reservations.values()])) verdicts.set(n, verdict)
      return orders.map((_, n) => verdicts.get(n) ?? LOST)
    },
    { isolation: 'read-committed' },
  )
}

export async function decideAlone(store: Store, order: DecisionOrder): Promise<Verdict> {
  const [verdict = LOST] = await decide(store, [order])
  return verdict
}

/** The facts with what the orders before it are about to take from the same pool. */
function withTaken(facts: Facts, { question }: DecisionOrder, before: Iterable<Reservation>): Facts {
  const taken = [...before].filter(
    ({ pick, grounds }) => pick.outcome === 'claim' && grounds.poolKey === question.poolKey,
  )
  return { ...facts, beingTaken: [...facts.beingTaken, ...taken.map(({ pick }) => pick.account)] }
}

/** What waits or is refused is worked on by nobody any more. */
async function settled(tx: Db, order: DecisionOrder, choice: Settled): Promise<Verdict> {
  if (choice.kind !== 'wait' && choice.kind !== 'refuse') return choice
  const status = choice.kind === 'wait' ? 'waiting' : 'refused'
  const queuedAt = status === 'waiting' ? Prisma.sql`coalesce(queued_at, clock_timestamp())` : Prisma.sql`queued_at`
  const claim = oneRecord(
    await tx.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = ${status}::"ClaimStatus", queued_at = ${queuedAt}, ${EMPTY_HANDED}, ${GROUNDS}
      FROM jsonb_to_record(${JSON.stringify(groundsColumns(order, choice.grounds))}::jsonb)
        AS wanted (id text, token bigint, ${GROUNDS_TYPES})
      WHERE claim.id = wanted.id AND claim.token = wanted.token
      RETURNING ${COLUMNS}`,
  )
  return claim ? { kind: status, claim } : LOST
}
