import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ClaimRecord } from './claim-record.ts'
import { CLAIM_COLUMNS, type ClaimRow, claimOfRow, QUEUED } from './claim-row.ts'
import type { ClaimFilter } from './ledger.ts'

const UNHELD = Prisma.sql`(holder IS NULL OR lease_until < clock_timestamp())`

/** Fewest attempts first: claims that cannot succeed do not delay the others. */
const FEWEST_ATTEMPTS = Prisma.sql`token, ticket`
/**
 * The first claim of each pool, then the second, and so on: a pool without accounts does not delay
 * the others.
 */
const POOLS_IN_TURN = Prisma.sql`row_number() OVER (PARTITION BY pool_key ORDER BY ticket), ticket`

async function selectClaims(
  db: Db,
  condition: Prisma.Sql,
  limit: number,
  order: Prisma.Sql,
  offset = 0,
): Promise<readonly ClaimRecord[]> {
  const rows = await db.$queryRaw<ClaimRow[]>`
    SELECT ${CLAIM_COLUMNS} FROM claim WHERE ${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  return rows.map(claimOfRow)
}

export function listInterrupted(db: Db, limit: number): Promise<readonly ClaimRecord[]> {
  return selectClaims(db, Prisma.sql`status IN ('pending', 'intent') AND ${UNHELD}`, limit, FEWEST_ATTEMPTS)
}

export function listReleasing(db: Db, limit: number): Promise<readonly ClaimRecord[]> {
  return selectClaims(db, Prisma.sql`status = 'releasing' AND ${UNHELD}`, limit, FEWEST_ATTEMPTS)
}

export function listWaiting(
  db: Db,
  poolKey: string | null,
  limit: number,
  offset: number,
): Promise<readonly ClaimRecord[]> {
  const inPool = poolKey === null ? Prisma.empty : Prisma.sql`AND pool_key = ${poolKey}`
  return selectClaims(db, Prisma.sql`${QUEUED} ${inPool}`, limit, POOLS_IN_TURN, offset)
}

export function listExpected(db: Db, limit: number): Promise<readonly ClaimRecord[]> {
  return selectClaims(db, Prisma.sql`status = 'reserved' AND cluster IS NOT NULL`, limit, Prisma.sql`ticket`)
}

export async function findPosition(db: Db, { poolKey, ticket }: ClaimRecord): Promise<number> {
  const [row] = await db.$queryRaw<{ ahead: number }[]>`
    SELECT count(*)::int AS ahead FROM claim WHERE pool_key = ${poolKey} AND ${QUEUED} AND ticket < ${ticket}`
  return (row?.ahead ?? 0) + 1
}

export async function listClaims(
  db: Db,
  { key, tenant, poolKey, statuses, offset, limit }: ClaimFilter,
): Promise<{ readonly claims: readonly ClaimRecord[]; readonly total: number }> {
  const conditions = [
    ...(key === undefined ? [] : [Prisma.sql`idempotency_key = ${key}`]),
    ...(tenant === undefined ? [] : [Prisma.sql`tenant = ${tenant}`]),
    ...(poolKey === undefined ? [] : [Prisma.sql`pool_key = ${poolKey}`]),
    ...(statuses === undefined ? [] : [Prisma.sql`status = ANY(${[...statuses]}::text[]::"ClaimStatus"[])`]),
  ]
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}`
  const rows = await db.$queryRaw<ClaimRow[]>`
    SELECT ${CLAIM_COLUMNS} FROM claim ${where} ORDER BY ticket DESC OFFSET ${offset} LIMIT ${limit}`
  const [count] = await db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM claim ${where}`
  return { claims: rows.map(claimOfRow), total: count?.total ?? 0 }
}

/** A claim in the queue of a pool. */
export interface WaitingClaim {
  readonly id: string
  readonly tenant: string
  readonly plan: string | null
  readonly poolKey: string
  /** Position in the queue, from 1. */
  readonly position: number
  readonly since: Date
  /** When it ends if it still waits. */
  readonly deadline: Date | null
  /** Stored reason for waiting. */
  readonly message: string | null
  /** Actor of the request. */
  readonly actor: string
  /** Idempotency-Key. */
  readonly key: string
}

/** Waiting claims of a pool, or of a tenant in all pools, by position; with their total. */
export async function listWaitingClaims(
  db: Db,
  of: { readonly poolKey: string } | { readonly tenant: string },
  limit: number,
): Promise<{ readonly claims: readonly WaitingClaim[]; readonly total: number }> {
  const scope = 'tenant' in of ? Prisma.sql`tenant = ${of.tenant}` : Prisma.sql`"poolKey" = ${of.poolKey}`
  // Positions also count the claims of other tenants.
  const rows = await db.$queryRaw<(WaitingClaim & { readonly total: number })[]>`
    WITH queue AS (
      SELECT id, tenant, idempotency_key AS key, plan, pool_key AS "poolKey", coalesce(queued_at, created_at) AS since,
             deadline, message, actor,
             row_number() OVER (PARTITION BY pool_key ORDER BY ticket)::int AS position
        FROM claim WHERE ${QUEUED} AND pool_key IS NOT NULL
    )
    SELECT *, count(*) OVER ()::int AS total FROM queue WHERE ${scope} ORDER BY position, "poolKey" LIMIT ${limit}`
  return { claims: rows.map(({ total: _, ...claim }) => claim), total: rows[0]?.total ?? 0 }
}

/** Number of waiting claims by pool, largest first. */
export async function countWaitingClaims(
  db: Db,
): Promise<readonly { readonly poolKey: string; readonly claims: number }[]> {
  return db.$queryRaw<{ poolKey: string; claims: number }[]>`
    SELECT pool_key AS "poolKey", count(*)::int AS claims FROM claim
     WHERE ${QUEUED} AND pool_key IS NOT NULL GROUP BY pool_key ORDER BY claims DESC, "poolKey"`
}

/** The first claim of a queue and the length of the queue. */
export interface QueueHead {
  readonly poolKey: string
  readonly claims: number
  readonly tenant: string
  /** Its write is under way or in doubt. */
  readonly isTried: boolean
  /** Stored reason for waiting. */
  readonly message: string | null
}

/** The first waiting claim of each of these pools that has one. Throws StoreError. */
export async function listQueueHeads(db: Db, poolKeys: readonly string[]): Promise<readonly QueueHead[]> {
  return db.$queryRaw<QueueHead[]>`
    SELECT DISTINCT ON (pool_key) pool_key AS "poolKey", tenant, status = 'intent' AS "isTried", message,
           count(*) OVER (PARTITION BY pool_key)::int AS claims
      FROM claim WHERE ${QUEUED} AND pool_key = ANY(${[...poolKeys]}::text[]) ORDER BY pool_key, ticket`
}
