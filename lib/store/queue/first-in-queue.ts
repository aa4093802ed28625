import type { PoolQueue } from '#lib/hap/actions/facts.ts'
import type { Db } from '#lib/store/database/client.ts'
import { waitingClaims } from './waiting-claims.ts'

/** Who is the first of how many that wait for a pool, by its key; null when nobody does. Throws StoreError. */
export async function firstInQueue(db: Db, pool: string): Promise<PoolQueue | null> {
  const { claims, total } = await waitingClaims(db, { poolKey: pool }, 1)
  const [first] = claims
  return first ? { pool, claims: total, first: first.tenant } : null
}
