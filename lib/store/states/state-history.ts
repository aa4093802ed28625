import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import { OBSERVED } from './binding-states.ts'

export interface Page {
  readonly limit: number
  /** Only changes before this one. */
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

/** Changes of a binding or a global account, newest first. */
export async function listStateChanges(
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

/** Flow of a pool's accounts on a day. */
export interface DayFlow {
  /** Day in UTC, `2026-11-21`. */
  readonly day: string
  readonly poolKey: string
  /** Free accounts that were claimed. */
  readonly claimed: number
  /** Used accounts that became free. */
  readonly freed: number
}

/**
 * Flows by day and pool, oldest first; days without one are absent. What happens to several bindings
 * of an account on a day, such as its release, counts once.
 */
export async function listDayFlows(db: Db, from: Date): Promise<readonly DayFlow[]> {
  return db.$queryRaw<DayFlow[]>`
    WITH by_binding AS (
      SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, pool_key, account,
             count(*) FILTER (WHERE to_state = 'claimed') AS claimed,
             count(*) FILTER (WHERE to_state = 'free') AS freed
        FROM state_change
       WHERE at >= ${from} AND pool_key IS NOT NULL
         AND (from_state = 'free' AND to_state = 'claimed'
           OR to_state = 'free' AND from_state IN ('claimed', 'dirty', 'cleaning', 'verifying'))
       GROUP BY day, pool_key, account, kind, namespace, name
    ), by_account AS (
      SELECT day, pool_key, max(claimed) AS claimed, max(freed) AS freed
        FROM by_binding GROUP BY day, pool_key, account
    )
    SELECT day, pool_key AS "poolKey", sum(claimed)::int AS claimed, sum(freed)::int AS freed
      FROM by_account GROUP BY day, pool_key ORDER BY day, pool_key`
}

/** Time of the first recorded change; null before it. */
export async function readRecordingStart(db: Db): Promise<Date | null> {
  const first = await db.stateChange.findFirst({ orderBy: { at: 'asc' }, select: { at: true } })
  return first?.at ?? null
}

/** Stored state of a binding and its start. */
export interface StateStart {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly state: string
  readonly since: Date
  readonly seenAt: Date
  /** The start was neither observed nor noted: `since` is when the binding was first observed. */
  readonly isFirstLook: boolean
}

/** States of a namespace that were written since a time. */
export async function listStateStarts(db: Db, namespace: string, from: Date): Promise<readonly StateStart[]> {
  return db.$queryRaw<StateStart[]>`
    SELECT known.kind, known.namespace, known.name, known.uid, known.state, known.since, known.seen_at AS "seenAt",
           EXISTS (
             SELECT FROM state_change AS line
              WHERE line.kind = known.kind AND line.namespace = known.namespace AND line.name = known.name
                AND line.uid = known.uid AND line.at = known.since AND line.from_state IS NULL
                AND line.cause IN (${OBSERVED}, ${ADOPTED})
           ) AS "isFirstLook"
      FROM binding_state AS known
     WHERE known.namespace = ${namespace} AND known.seen_at >= ${from}`
}

/**
 * A version that changes whenever listStateStarts would return something else. Reads only the
 * states: their changes are written together with them.
 */
export async function readStatesVersion(db: Db, namespace: string, from: Date): Promise<string> {
  const rows = await db.$queryRaw<{ mark: string }[]>`
    SELECT concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', kind, name, uid, state, since, seen_at), 0))) AS mark
      FROM binding_state
     WHERE namespace = ${namespace} AND seen_at >= ${from}`
  return rows[0]?.mark ?? ''
}

/** Cause of the first change of a binding that was claimed before the console ran. */
export const ADOPTED = 'adopted'

/** First changes of bindings that were already claimed when first observed. */
export async function listClaimedAtStart(db: Db, namespace: string): Promise<readonly bigint[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT last.id FROM binding_state AS known CROSS JOIN LATERAL (
      SELECT id, cause, from_state FROM state_change AS line
       WHERE line.kind = known.kind AND line.namespace = known.namespace AND line.name = known.name
       ORDER BY id DESC LIMIT 1
    ) AS last
    WHERE known.namespace = ${namespace} AND known.state = 'claimed' AND last.cause = ${OBSERVED} AND last.from_state IS NULL`
  return rows.map(({ id }) => id)
}

/** Marks such changes as adopted, with actor and audit record. Returns how many. */
export async function markAdopted(
  db: Db,
  ids: readonly bigint[],
  { actor, audit }: { readonly actor: string; readonly audit: bigint },
): Promise<number> {
  const { count } = await db.stateChange.updateMany({
    where: { id: { in: [...ids] }, cause: OBSERVED },
    data: { cause: ADOPTED, actor, auditSeq: audit },
  })
  return count
}
