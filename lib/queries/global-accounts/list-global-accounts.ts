import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import { unreadOf } from '../health.ts'
import { findItems, type ListRequest, type ListWindow, selectItems, windowOf } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { GlobalAccountFacts } from './global-account-facts.ts'
import { GLOBAL_ACCOUNT_LIST, type GlobalAccountRow } from './global-account-list.ts'

/** A part of the list of everybody who has an account or a cluster. */
export function listGlobalAccounts(context: QueryContext, request: ListRequest): ListWindow<GlobalAccountRow> {
  const { found, of, errors } = findItems(allGlobalAccounts(context), request.q, GLOBAL_ACCOUNT_LIST)
  const rows = windowOf(found, request, GLOBAL_ACCOUNT_LIST).map(GLOBAL_ACCOUNT_LIST.toRow)
  return { rows, offset: request.offset, hits: found.length, of, errors, unread: unreadOf(context) }
}

/** The file of the list of global accounts; `known` is null when the database does not answer. */
export function exportGlobalAccounts(
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
): Exported {
  const found = selectItems(allGlobalAccounts(context), request, GLOBAL_ACCOUNT_LIST)
  return exportList(found, { context, known, request, rows: 'bindings', list: GLOBAL_ACCOUNT_LIST })
}

/** Every global account of the inventory with what lists search and sort it by. */
function allGlobalAccounts(context: QueryContext): readonly GlobalAccountFacts[] {
  return Array.from(context.inventory.globalAccounts(), id => new GlobalAccountFacts(id, context))
}
