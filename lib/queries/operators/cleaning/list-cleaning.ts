import { countStates, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { unreadOf } from '../../health.ts'
import { findItems, type ListRequest, type ListWindow, windowOf } from '../../list-window.ts'
import type { QueryContext } from '../../query-context.ts'
import { withoutFields } from '../../without-fields.ts'
import { type CleanersView, cleanersView } from './cleaners-view.ts'
import { type CleaningItem, cleaningItems } from './cleaning-items.ts'
import type { CleaningRow } from './cleaning-row.ts'
import { CLEANING_FIELDS, CLEANING_LIST } from './cleaning-search.ts'

export interface CleaningView extends ListWindow<CleaningRow> {
  /** Of all rows that the search leaves when it asks for no state, so that another state can be chosen. */
  readonly states: StateCounts
  readonly cleaners: CleanersView
}

/** A part of the cleaning board. */
export function listCleaning(context: QueryContext, request: ListRequest): CleaningView {
  const all = cleaningItems(context)
  const { found, of, errors } = findItems(all, request.q, CLEANING_LIST)
  return {
    rows: windowOf(found, request, CLEANING_LIST).map(({ row }) => row),
    offset: request.offset,
    hits: found.length,
    of,
    errors,
    unread: unreadOf(context),
    states: countStates(
      inAnyState(all, found, request.q).map(({ facts }) => facts.pooled),
      context.at,
    ),
    cleaners: cleanersView(context, all),
  }
}

function inAnyState(all: readonly CleaningItem[], found: readonly CleaningItem[], q: string): readonly CleaningItem[] {
  const others = withoutFields(parseSearch(q, CLEANING_FIELDS).terms, ['state'])
  return others === null ? found : findItems(all, others, CLEANING_LIST).found
}
