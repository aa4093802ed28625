import { migrations } from '#lib/garden/inventory/migrations.ts'
import { countStates, pooledMigration, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { unreadOf } from '../health.ts'
import { findItems, type ListRequest, type ListWindow, windowOf } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { withoutFields } from '../without-fields.ts'
import { BindingFacts } from './binding-facts.ts'
import { type BindingRow, bindingRow } from './binding-row.ts'
import { BINDING_FIELDS, BINDING_LIST } from './binding-search.ts'

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
    rows: windowOf(found, request, BINDING_LIST).map(bindingRow),
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
  const others = withoutFields(parseSearch(q, BINDING_FIELDS).terms, ['state'])
  return others === null ? found : findItems(all, others, BINDING_LIST, at).found
}

/** Every binding of HAP, and those that Gardener migrated without its labels, with what lists search and sort them by. */
export function allBindings(context: QueryContext): readonly BindingFacts[] {
  const { inventory } = context
  const all = [...inventory.pools.values(), ...migrations(inventory).map(pooledMigration)]
  return all.map(pooled => new BindingFacts(pooled, context))
}
