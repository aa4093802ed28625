import { countStates, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { type Exported, type ExportRequest, exportList } from '../../export/export-list.ts'
import { unreadOf } from '../../health.ts'
import { findItems, type ListRequest, type ListWindow, selectItems, windowOf } from '../../list-window.ts'
import type { QueryContext } from '../../query-context.ts'
import type { KnownClusters } from '../../shoots/cluster-register.ts'
import { withoutFields } from '../../without-fields.ts'
import { type CleanersView, cleanersView } from './cleaners-view.ts'
import { CLEANING_LIST, type CleaningItem, type CleaningRow, cleaningItems } from './cleaning-list.ts'

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
    rows: windowOf(found, request, CLEANING_LIST).map(CLEANING_LIST.toRow),
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

/** The file of the cleaning board. */
export function exportCleaning(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(cleaningItems(context), request, CLEANING_LIST)
  return exportList(found, { context, known, request, rows: 'bindings', list: CLEANING_LIST })
}

function inAnyState(all: readonly CleaningItem[], found: readonly CleaningItem[], q: string): readonly CleaningItem[] {
  const others = withoutFields(parseSearch(q, CLEANING_LIST.fields).terms, ['state'])
  return others === null ? found : findItems(all, others, CLEANING_LIST).found
}
