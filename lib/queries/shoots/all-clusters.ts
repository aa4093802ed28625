import { onePerProcess } from '#lib/across-bundles.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { QueryContext } from '../query-context.ts'
import type { Cluster } from './cluster.ts'
import type { KnownClusters } from './cluster-register.ts'
import { ClusterTable } from './cluster-table.ts'
import type { OccurringTexts } from './occurring-texts.ts'

const tables = onePerProcess('cluster-tables', () => new WeakMap<Inventory, ClusterTable>())

/**
 * By name, every shoot of the landscape with the claim that is for it, and every claim whose shoot Gardener does not show; until
 * somebody asks again. Null for `known` when the database does not answer: then only shoots.
 */
export function allClusters(context: ClusterSources, known: KnownClusters | null): readonly Cluster[] {
  return tableOf(context).read(known)
}

/** What occurs in fields of all these clusters; until somebody asks again. */
export function occurringTexts(context: ClusterSources, known: KnownClusters | null): Pick<OccurringTexts, 'of'> {
  const table = tableOf(context)
  table.read(known)
  return table.occurring
}

type ClusterSources = Pick<QueryContext, 'inventory' | 'plans'>

function tableOf({ inventory, plans }: ClusterSources): ClusterTable {
  let table = tables.get(inventory)
  if (table?.plans !== plans) {
    table = new ClusterTable(inventory, plans)
    tables.set(inventory, table)
  }
  return table
}
