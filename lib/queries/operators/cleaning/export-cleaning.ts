import type { ColumnFields } from '../../export/chosen-fields.ts'
import { type Exported, type ExportRequest, exportList } from '../../export/export-list.ts'
import type { ExportColumn } from '../../export/rows-file.ts'
import { selectItems } from '../../list-window.ts'
import type { QueryContext } from '../../query-context.ts'
import type { KnownClusters } from '../../shoots/cluster-register.ts'
import { cleaningItems } from './cleaning-items.ts'
import type { CleaningRow } from './cleaning-row.ts'
import { CLEANING_LIST } from './cleaning-search.ts'

/** The file of the cleaning board. */
export function exportCleaning(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(cleaningItems(context), request, CLEANING_LIST)
  return exportList(found, {
    context,
    known,
    request,
    rows: 'bindings',
    toRow: ({ row }) => row,
    columns: COLUMNS,
    shows: SHOWS,
  })
}

const COLUMNS: readonly ExportColumn<CleaningRow>[] = [
  ['kind', ({ kind }) => kind, 'kind'],
  ['name', ({ name }) => name, 'name'],
  ['hyperscaler_type', ({ pool }) => pool?.hyperscalerType ?? null, 'pool'],
  ['eu_access', ({ pool }) => pool && String(pool.euAccess), 'pool'],
  ['shared', ({ pool }) => pool && String(pool.shared), 'pool'],
  ['state', ({ state }) => state, 'state'],
  ['since', ({ since }) => since, 'since'],
  ['since_is_first_look', ({ sinceIsFirstLook }) => String(sinceIsFirstLook), 'sinceIsFirstLook'],
  ['global_account', ({ tenant }) => tenant, 'tenant'],
  ['cleaner', ({ cleaner }) => cleaner, 'cleaner'],
  ['by_hand', ({ byHand }) => byHand, 'byHand'],
  ['failures', ({ failures }) => failures, 'failures'],
  ['delays', ({ delays }) => delays, 'delays'],
  ['failing', ({ failing }) => String(failing), 'failing'],
  ['next_look', ({ nextLook }) => nextLook, 'nextLook'],
  ['asked', ({ asked }) => asked, 'asked'],
  ['owner', ({ owner }) => owner, 'owner'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['evidence', ({ evidence }) => evidence, 'evidence'],
]

const SHOWS: ColumnFields<CleaningRow> = {
  name: ['key', 'name'],
  kind: ['kind'],
  pool: ['pool'],
  state: ['state'],
  for: ['since', 'sinceIsFirstLook'],
  tenant: ['tenant'],
  tells: ['cleaner', 'byHand'],
  failures: ['failures', 'delays', 'failing'],
  next: ['nextLook', 'asked', 'owner'],
  reason: ['reason'],
  evidence: ['evidence'],
}
