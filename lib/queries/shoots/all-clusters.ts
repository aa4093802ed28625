import { onePerProcess } from '#lib/across-bundles.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { QueryContext } from '../query-context.ts'
import type { Cluster } from './cluster.ts'
import type { KnownClusters } from './cluster-register.ts'
import { ClusterTable } from './cluster-table.ts'

const tables = onePerProcess('cluster-tables', () => new WeakMap<Inventory, ClusterTable>())

/**
 * By name, every shoot of the landscape with the claim that is for it, and every claim whose shoot Gardener does not show; until
 * somebody asks again. Null for `known` when the database does not answer: then only shoots.
 */
export function allClusters(
  { inventory, plans }: Pick<QueryContext, 'inventory' | 'plans'>,
  known: KnownClusters | null,
): readonly Cluster[] {
  let table = tables.get(inventory)
  if (table?.plans !== plans) {
    table = new ClusterTable(inventory, plans)
    tables.set(inventory, table)
  }
  return table.read(known)
}
