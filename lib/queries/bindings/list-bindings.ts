import { type BindingKind, bindingKey, countAccounts } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { countStates, poolOf, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { compareText } from '#lib/hap/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { SearchError } from '#lib/search/term.ts'
import type { KnownClusters } from '../cluster-register.ts'
import { listUnread } from '../health.ts'
import { type Exported, type ExportRequest, exportList } from '../lists/export-list.ts'
import {
  findItems,
  findWithoutFields,
  type ListRequest,
  type ListWindow,
  selectItems,
  sliceWindow,
} from '../lists/list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { BindingFacts } from './binding-facts.ts'
import { BINDING_LIST, type BindingRow } from './binding-list.ts'
import { listUnlabelledBindings } from './unlabelled-bindings.ts'

/** A part of the bindings list, with counts of all its states. */
export interface BindingsView extends ListWindow<BindingRow> {
  /** Number of bindings in each state, for the search without its state terms. */
  readonly states: StateCounts
  /** Number of accounts of the bindings that match. */
  readonly accounts: number
}

/** Lists a part of all bindings. A caller with several searches passes `all` to share the facts. */
export function listBindings(
  context: QueryContext,
  request: ListRequest,
  all: readonly BindingFacts[] = listBindingFacts(context),
): BindingsView {
  const { found, of, errors } = findItems(all, request.q, BINDING_LIST, context.at)
  return {
    rows: sliceWindow(found, request, BINDING_LIST).map(BINDING_LIST.toRow),
    offset: request.offset,
    hits: found.length,
    of,
    accounts: countAccounts(found.map(({ pooled }) => pooled.binding)),
    errors,
    unread: listUnread(context),
    states: countStates(
      findWithoutFields(['state'], { q: request.q, all, found }, BINDING_LIST, context.at).map(({ pooled }) => pooled),
      context.at,
    ),
  }
}

/** Exports the bindings list; `known` is null when the database does not answer. */
export function exportBindings(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(listBindingFacts(context), request, BINDING_LIST, context.at)
  return exportList(found, { context, known, request, rows: 'bindings', list: BINDING_LIST })
}

/** Counts the bindings that a search finds. */
export function countBindings(context: QueryContext, q: string, all = listBindingFacts(context)): number {
  return findItems(all, q, BINDING_LIST, context.at).found.length
}

/** Collects facts of all bindings of HAP, and of those without its labels. */
export function listBindingFacts(context: QueryContext): readonly BindingFacts[] {
  const all = [...context.inventory.pools.values(), ...listUnlabelledBindings(context)]
  return all.map(pooled => new BindingFacts(pooled, context))
}

/** Names of the bindings that a search finds, in the order of the list. */
export interface MatchingBindings {
  readonly rows: readonly { readonly key: string; readonly kind: BindingKind; readonly name: string }[]
  /** Number of all hits. */
  readonly hits: number
  /** Problems of the search; it then has no hits. */
  readonly errors: readonly SearchError[]
}

/** Lists the names of the first `limit` hits for a selection. */
export function listMatchingBindings(
  context: QueryContext,
  search: Pick<ListRequest, 'q' | 'sort'>,
  limit: number,
): MatchingBindings {
  const { found, errors } = selectItems(listBindingFacts(context), search, BINDING_LIST, context.at)
  const rows = found.slice(0, limit).map(({ pooled: { binding } }) => {
    return { key: bindingKey(binding), kind: binding.kind, name: binding.name }
  })
  return { rows, hits: found.length, errors }
}

/** Returns the search fields; types, pools and providers of the inventory are examples. */
export function listBindingFields({ inventory }: Pick<QueryContext, 'inventory'>): readonly SearchField[] {
  const occurring = { type: new Set<string>(), pool: new Set<string>(), provider: new Set<string>() }
  for (const pooled of inventory.pools.values()) {
    const pool = poolOf(pooled)
    if (pool) {
      occurring.type.add(pool.hyperscalerType)
      occurring.pool.add(poolKey(pool))
    }
    for (const provider of pooled.binding.providers) occurring.provider.add(provider)
  }
  const isOpen = (name: string): name is keyof typeof occurring => Object.hasOwn(occurring, name)
  return BINDING_LIST.fields.map(field =>
    isOpen(field.name) ? { ...field, examples: [...occurring[field.name]].sort(compareText) } : field,
  )
}
