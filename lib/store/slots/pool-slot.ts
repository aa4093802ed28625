import type { Db } from '#lib/store/database/client.ts'

/**
 * Locks the keys of what is counted or changed by one transaction at a time, until it ends: pools (poolKey), and beside them the
 * states of bindings, the alarms and the views of a person, each under a key of its own. To be the first thing in a transaction with
 * isolation `read-committed`: what follows sees all that was committed before.
 */
export async function lockPoolSlots(tx: Db, keys: readonly string[]): Promise<void> {
  // In one order everywhere: else two transactions with two keys each could wait for each other.
  const sorted = [...new Set(keys)].sort()
  await tx.$executeRaw`INSERT INTO pool_slot (key) SELECT unnest(${sorted}::text[]) ON CONFLICT DO NOTHING`
  await tx.$queryRaw`SELECT key FROM pool_slot WHERE key = ANY(${sorted}::text[]) ORDER BY key FOR UPDATE`
}
