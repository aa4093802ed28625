import { type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import type { SearchError } from '#lib/search/term.ts'
import { type ListRequest, selectItems } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { BINDING_LIST } from './binding-list.ts'
import { allBindings } from './list-bindings.ts'

/** Names of the bindings a search leaves, in the order of the list. */
export interface MatchingBindings {
  readonly rows: readonly { readonly key: string; readonly kind: BindingKind; readonly name: string }[]
  /** All that the search leaves. */
  readonly hits: number
  /** What is wrong with the search; it leaves none then. */
  readonly errors: readonly SearchError[]
}

/** The first `most` bindings a search leaves, by name only, for a selection. */
export function matchingBindings(
  context: QueryContext,
  search: Pick<ListRequest, 'q' | 'sort'>,
  most: number,
): MatchingBindings {
  const { found, errors } = selectItems(allBindings(context), search, BINDING_LIST, context.at)
  const rows = found.slice(0, most).map(({ pooled: { binding } }) => {
    return { key: bindingKey(binding), kind: binding.kind, name: binding.name }
  })
  return { rows, hits: found.length, errors }
}
