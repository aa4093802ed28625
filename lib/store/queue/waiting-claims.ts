import { QUEUED } from '#lib/store/claims/claim-row.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

/** A claim in the queue of a pool. */
export interface WaitingClaim {
  readonly id: string
  readonly tenant: string
  readonly plan: string | null
  readonly poolKey: string
  /** From 1, in the order of arrival, as the claim itself tells it. */
  readonly position: number
  readonly since: Date
  /** Why it waits, as it was written down. */
  readonly message: string | null
  /** Who asked for it. */
  readonly actor: string
}

/** Claims of the queue of a pool, first come first, or those of a tenant in whatever queue; and how many there are in all. */
export async function waitingClaims(
  db: Db,
  of: { readonly poolKey: string } | { readonly tenant: string },
  limit: number,
): Promise<{ readonly claims: readonly WaitingClaim[]; readonly total: number }> {
  const scope = 'tenant' in of ? Prisma.sql`tenant = ${of.tenant}` : Prisma.sql`"poolKey" = ${of.poolKey}`
  // Ahead of a tenant's claims are also those of others.
  const rows = await db.$queryRaw<(WaitingClaim & { readonly total: number })[]>`
    WITH queue AS (
      SELECT id, tenant, plan, pool_key AS "poolKey", coalesce(queued_at, created_at) AS since, message, actor,
             row_number() OVER (PARTITION BY pool_key ORDER BY ticket)::int AS position
        FROM claim WHERE ${QUEUED} AND pool_key IS NOT NULL
    )
    SELECT *, count(*) OVER ()::int AS total FROM queue WHERE ${scope} ORDER BY position, "poolKey" LIMIT ${limit}`
  return { claims: rows.map(({ total: _, ...claim }) => claim), total: rows[0]?.total ?? 0 }
}

/** How many claims wait for each pool for which any does, by its key; most first. */
export async function queueLengths(db: Db): Promise<readonly { readonly poolKey: string; readonly claims: number }[]> {
  return db.$queryRaw<{ poolKey: string; claims: number }[]>`
    SELECT pool_key AS "poolKey", count(*)::int AS claims FROM claim
     WHERE ${QUEUED} AND pool_key IS NOT NULL GROUP BY pool_key ORDER BY claims DESC, "poolKey"`
}
