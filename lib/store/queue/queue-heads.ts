import { QUEUED } from '#lib/store/claims/claim-row.ts'
import type { Db } from '#lib/store/database/client.ts'

/** The first of a queue, and how long that is. */
export interface QueueHead {
  readonly poolKey: string
  readonly claims: number
  readonly tenant: string
  /** It is being tried, or what was written for it is not known yet. */
  readonly isTried: boolean
  /** Why it waits, as it was written down. */
  readonly message: string | null
}

/** The first that waits for each of some pools for which any does. Throws StoreError. */
export async function queueHeads(db: Db, poolKeys: readonly string[]): Promise<readonly QueueHead[]> {
  return db.$queryRaw<QueueHead[]>`
    SELECT DISTINCT ON (pool_key) pool_key AS "poolKey", tenant, status = 'intent' AS "isTried", message,
           count(*) OVER (PARTITION BY pool_key)::int AS claims
      FROM claim WHERE ${QUEUED} AND pool_key = ANY(${[...poolKeys]}::text[]) ORDER BY pool_key, ticket`
}
