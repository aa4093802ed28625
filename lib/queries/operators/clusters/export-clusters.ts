import type { ColumnFields } from '../../export/chosen-fields.ts'
import type { Exported, ExportRequest } from '../../export/export-list.ts'
import type { ExportColumn } from '../../export/rows-file.ts'
import { exportKind } from '../export-kind.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type ClusterRow, clusterRows } from './cluster-row.ts'
import { CLUSTER_LIST } from './cluster-search.ts'

/** The file of the list of Clusters; `objects` are null without a control plane. */
export function exportClusters(objects: OperatorObjects | null, request: ExportRequest): Exported {
  const rows = clusterRows(objects)
  return exportKind({ objects, kind: 'Cluster', rows, shape: CLUSTER_LIST, columns: COLUMNS, shows: SHOWS }, request)
}

const COLUMNS: readonly ExportColumn<ClusterRow>[] = [
  ['name', ({ name }) => name, 'name'],
  ['state', ({ state }) => state, 'state'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['message', ({ message }) => message, 'message'],
  ['since', ({ since }) => since, 'since'],
  ['position', ({ position }) => position, 'position'],
  ['provider', ({ provider }) => provider, 'provider'],
  ['plan', ({ plan }) => plan, 'plan'],
  ['region', ({ region }) => region, 'region'],
  ['global_account', ({ globalAccount }) => globalAccount, 'globalAccount'],
  ['binding_kind', ({ binding }) => binding?.kind ?? null, 'binding'],
  ['binding', ({ binding }) => binding?.name ?? null, 'binding'],
  ['shoot', ({ shoot }) => shoot?.name ?? null, 'shoot'],
  ['administrators', ({ administrators }) => administrators, 'administrators'],
  ['created', ({ createdAt }) => createdAt, 'createdAt'],
]

const SHOWS: ColumnFields = {
  name: ['name'],
  state: ['state', 'since', 'position'],
  reason: ['reason', 'message'],
  provider: ['provider'],
  plan: ['plan'],
  region: ['region'],
  account: ['binding'],
  shoot: ['shoot'],
  ga: ['globalAccount'],
  administrators: ['administrators'],
  age: ['createdAt'],
}
