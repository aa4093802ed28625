import { type Pool, parsePoolKey } from '#lib/hap/pools/pool.ts'
import { countWaitingClaims, listWaitingClaims } from '#lib/store/claims/queues.ts'
import type { Db } from '#lib/store/database/client.ts'

/** A claim that waits for an account. */
interface QueuedClaim {
  readonly id: string
  readonly globalAccount: string
  readonly plan: string | null
  readonly pool: Pool
  /** In the queue of its pool, from 1. */
  readonly position: number
  /** RFC 3339. */
  readonly since: string
  /** Why it waits, a sentence. */
  readonly reason: string
  /** Who asked for it, as the audit log names them. */
  readonly actor: string
}

/** The first claims of a queue and how many there are. */
export interface Queue {
  readonly claims: readonly QueuedClaim[]
  readonly total: number
}

/** A pool for which claims wait, and how many. */
export interface QueueLength {
  readonly pool: Pool
  readonly claims: number
}

/** More than anybody reads; how many there are is said all the same. */
const MOST = 200

/**
 * The queue of a pool by its key, or the claims of a global account that wait in any. `reasonOf` has the words of a claim with its
 * place and pool. Throws StoreError.
 */
export async function queueOf(
  db: Db,
  of: { readonly poolKey: string } | { readonly tenant: string },
  reasonOf: (message: string, position: number, pool: Pool) => string,
): Promise<Queue> {
  const { claims, total } = await listWaitingClaims(db, of, MOST)
  return {
    claims: claims.flatMap(({ id, tenant, plan, poolKey, position, since, message, actor }) => {
      const pool = parsePoolKey(poolKey)
      if (!pool) return []
      const reason = message === null ? '' : reasonOf(message, position, pool)
      return [{ id, globalAccount: tenant, plan, pool, position, since: since.toISOString(), reason, actor }]
    }),
    total,
  }
}

/** Pools for which claims wait, longest queue first. Throws StoreError. */
export async function poolQueues(db: Db): Promise<readonly QueueLength[]> {
  return (await countWaitingClaims(db)).flatMap(({ poolKey, claims }) => {
    const pool = parsePoolKey(poolKey)
    return pool ? [{ pool, claims }] : []
  })
}
