import { listMigrations } from '#lib/garden/inventory/account-bindings.ts'
import { countStates, pooledMigration, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import { unreadOf } from '../health.ts'
import { findItems, type ListRequest, type ListWindow, selectItems, windowOf } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { withoutFields } from '../without-fields.ts'
import { BindingFacts } from './binding-facts.ts'
import { BINDING_LIST, type BindingRow } from './binding-list.ts'

export interface BindingsView extends ListWindow<BindingRow> {
  /** Of all rows that the search leaves when it asks for no state, so that another state can be chosen. */
  readonly states: StateCounts
}

/** A part of the list of all bindings of HAP. Who asks for several hands over `all` of the moment; so for countBindings. */
export function listBindings(
  context: QueryContext,
  request: ListRequest,
  all: readonly BindingFacts[] = allBindings(context),
): BindingsView {
  const { found, of, errors } = findItems(all, request.q, BINDING_LIST, context.at)
  return {
    rows: windowOf(found, request, BINDING_LIST).map(BINDING_LIST.toRow),
    offset: request.offset,
    hits: found.length,
    of,
    errors,
    unread: unreadOf(context),
    states: countStates(
      inAnyState(all, found, request.q, context.at).map(({ pooled }) => pooled),
      context.at,
    ),
  }
}

/** The file of the bindings list; `known` is null when the database does not answer. */
export function exportBindings(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(allBindings(context), request, BINDING_LIST, context.at)
  return exportList(found, { context, known, request, rows: 'bindings', list: BINDING_LIST })
}

/** How many rows the list has for a search. */
export function countBindings(context: QueryContext, q: string, all = allBindings(context)): number {
  return findItems(all, q, BINDING_LIST, context.at).found.length
}

function inAnyState(
  all: readonly BindingFacts[],
  found: readonly BindingFacts[],
  q: string,
  at: number,
): readonly BindingFacts[] {
  const others = withoutFields(parseSearch(q, BINDING_LIST.fields).terms, ['state'])
  return others === null ? found : findItems(all, others, BINDING_LIST, at).found
}

/** Every binding of HAP, and those that Gardener migrated without its labels, with what lists search and sort them by. */
export function allBindings(context: QueryContext): readonly BindingFacts[] {
  const { inventory } = context
  const all = [...inventory.pools.values(), ...listMigrations(inventory).map(pooledMigration)]
  return all.map(pooled => new BindingFacts(pooled, context))
}
