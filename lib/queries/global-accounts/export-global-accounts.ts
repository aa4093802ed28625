import { poolName } from '#lib/hap/pools/pool.ts'
import type { ColumnFields } from '../export/chosen-fields.ts'
import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import type { ExportColumn } from '../export/rows-file.ts'
import { selectItems } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { type GlobalAccountRow, globalAccountRow } from './global-account-row.ts'
import { GLOBAL_ACCOUNT_LIST } from './global-account-search.ts'
import { allGlobalAccounts } from './list-global-accounts.ts'

/** The file of the list of global accounts; null for `known` when the database does not answer. */
export function exportGlobalAccounts(
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
): Exported {
  const found = selectItems(allGlobalAccounts(context), request, GLOBAL_ACCOUNT_LIST)
  return exportList(found, {
    context,
    known,
    request,
    rows: 'bindings',
    toRow: globalAccountRow,
    columns: COLUMNS,
    shows: SHOWS,
    countsShoots: () => ['clusters', 'reserved', 'fullest', 'overLimit'],
    countsClaims: () => ['clusters', 'reserved', 'fullest', 'overLimit'],
  })
}

const COLUMNS: readonly ExportColumn<GlobalAccountRow>[] = [
  ['global_account', ({ id }) => id, 'id'],
  [
    'pools',
    ({ types }) => types.map(({ pool, count }) => `${pool ? poolName(pool) : 'no type'}: ${count}`).join('; '),
    'types',
  ],
  ['accounts', ({ accounts }) => accounts.count, 'accounts'],
  ['clusters', ({ clusters }) => clusters, 'clusters'],
  ['on_allowlist', ({ onAllowlist }) => String(onAllowlist), 'onAllowlist'],
  ['fullest_binding', ({ fullest }) => fullest?.name ?? null, 'fullest'],
  ['fullest_clusters', ({ fullest }) => fullest?.clusters ?? null, 'fullest'],
  ['fullest_limit', ({ fullest }) => fullest?.limit ?? null, 'fullest'],
  ['over_limit', ({ overLimit }) => overLimit.count, 'overLimit'],
  ['released', ({ givenBack }) => givenBack.count, 'givenBack'],
  ['pools_with_several', ({ several }) => several.map(({ pool }) => poolName(pool)).join('; '), 'several'],
]

const SHOWS: ColumnFields<GlobalAccountRow> = {
  id: ['id'],
  types: ['types'],
  accounts: ['accounts'],
  clusters: ['clusters'],
  allowlist: ['onAllowlist'],
  fill: ['fullest'],
  over: ['overLimit'],
  'given-back': ['givenBack'],
  warnings: ['several', 'givenBack'],
}
