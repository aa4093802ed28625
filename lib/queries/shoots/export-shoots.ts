import type { ColumnFields } from '../export/chosen-fields.ts'
import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import type { ExportColumn } from '../export/rows-file.ts'
import { selectItems } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { allClusters } from './all-clusters.ts'
import type { KnownClusters } from './cluster-register.ts'
import { type ShootRow, shootRow } from './shoot-row.ts'
import { SHOOT_LIST } from './shoot-search.ts'

/** The file of the list of shoots; null for `known` when the database does not answer: then there is none. */
export function exportShoots(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(allClusters(context, known), request, SHOOT_LIST)
  return exportList(found, {
    context,
    request,
    rows: 'shoots',
    known,
    toRow: shootRow,
    columns: COLUMNS,
    shows: SHOWS,
  })
}

const COLUMNS: readonly ExportColumn<ShootRow>[] = [
  ['name', ({ name }) => name, 'name'],
  ['global_account', ({ globalAccount }) => globalAccount, 'globalAccount'],
  ['plan', ({ plan }) => plan, 'plan'],
  ['platform_region', ({ platformRegion }) => platformRegion, 'platformRegion'],
  ['provider', ({ provider }) => provider, 'provider'],
  ['hyperscaler_type', ({ pool }) => pool?.hyperscalerType ?? null, 'pool'],
  ['region', ({ region }) => region, 'region'],
  ['binding_kind', ({ binding }) => binding?.kind ?? null, 'binding'],
  ['binding_name', ({ binding }) => binding?.name ?? null, 'binding'],
  ['account_kind', ({ account }) => account?.kind ?? null, 'account'],
  ['account_namespace', ({ account }) => account?.namespace ?? null, 'account'],
  ['account_name', ({ account }) => account?.name ?? null, 'account'],
  ['known_to', ({ known }) => known, 'known'],
  ['claim', ({ claimed }) => claimed, 'claimed'],
  ['operation', ({ lastOperation }) => lastOperation?.type ?? null, 'lastOperation'],
  ['operation_state', ({ lastOperation }) => lastOperation?.state ?? null, 'lastOperation'],
  ['errors', ({ errorCodes }) => errorCodes.join(' '), 'errorCodes'],
  ['hibernated', ({ hibernated }) => String(hibernated), 'hibernated'],
  ['deleting', ({ deleting }) => String(deleting), 'deleting'],
  ['at', ({ at }) => at, 'at'],
]

const SHOWS: ColumnFields<ShootRow> = {
  name: ['key', 'name', 'hibernated', 'deleting'],
  ga: ['globalAccount'],
  plan: ['plan', 'platformRegion'],
  type: ['pool', 'provider'],
  provider: ['provider'],
  region: ['region'],
  binding: ['binding'],
  account: ['account'],
  known: ['known'],
  operation: ['lastOperation', 'errorCodes', 'claimed'],
  errors: ['errorCodes'],
  when: ['at'],
}
