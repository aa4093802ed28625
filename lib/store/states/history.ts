import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'

export interface Page {
  readonly limit: number
  /** Only changes older than this one. */
  readonly before?: bigint
}

const CHANGE = {
  id: true,
  at: true,
  kind: true,
  name: true,
  poolKey: true,
  tenant: true,
  fromState: true,
  toState: true,
  cause: true,
  actor: true,
  auditSeq: true,
} as const satisfies Prisma.StateChangeSelect

/** A change of a binding's state, as timelines show it. */
export type StateChange = Prisma.StateChangeGetPayload<{ select: typeof CHANGE }>

/** Changes of a binding or a global account, from the newest on. */
export async function stateHistory(
  db: Db,
  of: BindingRef | { readonly tenant: string },
  { limit, before }: Page,
): Promise<readonly StateChange[]> {
  const where = 'kind' in of ? { kind: of.kind, namespace: of.namespace, name: of.name } : of
  return db.stateChange.findMany({
    where: { ...where, ...(before !== undefined && { id: { lt: before } }) },
    select: CHANGE,
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** What happened to the accounts of a pool on a day. */
export interface DayFlow {
  /** Day in UTC, `2026-11-21`. */
  readonly day: string
  readonly poolKey: string
  /** Free accounts that were claimed. */
  readonly claimed: number
  /** Accounts that became free again after they had been used. */
  readonly freed: number
}

/** Days and pools on which something was claimed or freed, from the first on. */
export async function flowPerDay(db: Db, from: Date): Promise<readonly DayFlow[]> {
  return db.$queryRaw<DayFlow[]>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, pool_key AS "poolKey",
           count(*) FILTER (WHERE to_state = 'claimed')::int AS claimed,
           count(*) FILTER (WHERE to_state = 'free')::int AS freed
      FROM state_change
     WHERE at >= ${from} AND pool_key IS NOT NULL
       AND (from_state = 'free' AND to_state = 'claimed'
         OR to_state = 'free' AND from_state IN ('claimed', 'dirty', 'cleaning', 'verifying'))
     GROUP BY 1, 2 ORDER BY 1, 2`
}

/** Since when changes are written down; null before the first one. */
export async function recordedSince(db: Db): Promise<Date | null> {
  const first = await db.stateChange.findFirst({ orderBy: { at: 'asc' }, select: { at: true } })
  return first?.at ?? null
}
