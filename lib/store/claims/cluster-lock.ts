import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'

/**
 * Runs what makes claims stand for clusters alone among its like for the same clusters, in one transaction: the work sees what
 * those before it committed. An index could not promise as much for what was written before there was one.
 */
export function forClusters<Result>(
  store: Store,
  clusters: readonly string[],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (clusters.length === 0) return work(store.db)
  return store.transaction(
    async tx => {
      // In one order everywhere: else two transactions with two clusters each could wait for each other.
      await tx.$queryRaw`
        SELECT count(pg_advisory_xact_lock(key)) FROM (
          SELECT DISTINCT hashtextextended('claim for cluster ' || name, 0) AS key
          FROM unnest(${clusters}::text[]) AS name ORDER BY key
        ) AS wanted`
      return work(tx)
    },
    { isolation: 'read-committed' },
  )
}
