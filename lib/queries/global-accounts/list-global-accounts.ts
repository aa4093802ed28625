import { unreadOf } from '../health.ts'
import { findItems, type ListRequest, type ListWindow, windowOf } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { GlobalAccountFacts } from './global-account-facts.ts'
import { type GlobalAccountRow, globalAccountRow } from './global-account-row.ts'
import { GLOBAL_ACCOUNT_LIST } from './global-account-search.ts'

/** A part of the list of everybody who has an account or a cluster. */
export function listGlobalAccounts(context: QueryContext, request: ListRequest): ListWindow<GlobalAccountRow> {
  const { found, of, errors } = findItems(allGlobalAccounts(context), request.q, GLOBAL_ACCOUNT_LIST)
  const rows = windowOf(found, request, GLOBAL_ACCOUNT_LIST).map(globalAccountRow)
  return { rows, offset: request.offset, hits: found.length, of, errors, unread: unreadOf(context) }
}

/** Every global account of the inventory with what lists search and sort it by. */
export function allGlobalAccounts(context: QueryContext): readonly GlobalAccountFacts[] {
  return Array.from(context.inventory.globalAccounts(), id => new GlobalAccountFacts(id, context))
}
