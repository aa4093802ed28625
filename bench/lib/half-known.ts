import { type KnownClusters, knownClusters } from '#lib/queries/cluster-register.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { claimFor } from '#lib/queries/testing/landscape-context.ts'

/** Half of the landscape's clusters as records of the database. */
export function halfKnown(context: Pick<QueryContext, 'inventory'>): KnownClusters {
  const shoots = [...context.inventory.shoots()].filter((_, n) => n % 2 === 0)
  return knownClusters(shoots.map(shoot => claimFor(shoot, context)))
}
