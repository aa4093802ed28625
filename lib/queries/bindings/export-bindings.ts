import type { ColumnFields } from '../export/chosen-fields.ts'
import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import type { ExportColumn } from '../export/rows-file.ts'
import { selectItems } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { type BindingRow, bindingRow } from './binding-row.ts'
import { BINDING_LIST } from './binding-search.ts'
import { allBindings } from './list-bindings.ts'

/** The file of the bindings list; null for `known` when the database does not answer. */
export function exportBindings(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(allBindings(context), request, BINDING_LIST, context.at)
  return exportList(found, {
    context,
    known,
    request,
    rows: 'bindings',
    toRow: bindingRow,
    columns: COLUMNS,
    shows: SHOWS,
    countsShoots: () => ['shoots', 'clusters', 'reserved', 'failing'],
    countsClaims: () => ['clusters', 'reserved'],
  })
}

const COLUMNS: readonly ExportColumn<BindingRow>[] = [
  ['kind', ({ kind }) => kind, 'kind'],
  ['name', ({ name }) => name, 'name'],
  ['hyperscaler_type', ({ pool }) => pool?.hyperscalerType ?? null, 'pool'],
  ['eu_access', ({ pool }) => pool && String(pool.euAccess), 'pool'],
  ['shared', ({ pool }) => pool && String(pool.shared), 'pool'],
  ['state', ({ state }) => state, 'state'],
  ['since', ({ since }) => since, 'since'],
  ['since_is_first_look', ({ sinceIsFirstLook }) => String(sinceIsFirstLook), 'sinceIsFirstLook'],
  ['global_account', ({ tenant }) => tenant, 'tenant'],
  ['account_kind', ({ account }) => account.kind, 'account'],
  ['account_namespace', ({ account }) => account.namespace, 'account'],
  ['account_name', ({ account }) => account.name, 'account'],
  ['shoots', ({ shoots }) => shoots, 'shoots'],
  ['reserved_clusters', ({ reserved }) => reserved, 'reserved'],
  ['failing_shoots', ({ failing }) => failing, 'failing'],
  ['limit', ({ limit }) => limit, 'limit'],
  ['other_bindings', ({ others }) => others, 'others'],
  ['created_at', ({ createdAt }) => createdAt, 'createdAt'],
  ['problems', ({ problems }) => problems.join('; '), 'problems'],
]

const SHOWS: ColumnFields<BindingRow> = {
  name: ['key', 'name'],
  kind: ['kind'],
  pool: ['pool'],
  eu: ['pool'],
  shared: ['pool'],
  state: ['state'],
  for: ['since', 'sinceIsFirstLook'],
  tenant: ['tenant'],
  account: ['account'],
  'account-kind': ['account'],
  shoots: ['shoots', 'reserved', 'limit'],
  failing: ['failing'],
  others: ['others'],
  age: ['createdAt'],
  created: ['createdAt'],
  problems: ['problems'],
}
