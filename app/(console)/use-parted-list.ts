import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ListSearch } from '#app/data/list-search.ts'
import { WINDOW_ROWS } from '#app/data/window-rows.ts'
import type { Column } from '#components/data-table/column.ts'
import { type PartedRows, usePartedRows } from '#components/data-table/use-parted-rows.ts'
import type { ListPart } from '#lib/search/list-part.ts'
import { type ListSearchState, useListSearch } from './use-list-search.ts'
import { useSettled } from './use-settled.ts'

interface PartedListOptions<Row, Answer, Key extends QueryKey> {
  readonly columns: readonly Column<Row>[]
  /** Query of one part, counted from 0. */
  readonly queryOf: (search: ListSearch, part: number) => UseQueryOptions<Answer, Error, Answer, Key>
  readonly keyOf: (row: Row) => string
}

interface PartedList<Row, Answer> {
  readonly list: ListSearchState<Row>
  readonly rows: PartedRows<Row, Answer>
}

/** The list that the address selects, loaded in parts while it scrolls. */
export function usePartedList<Row, Answer extends ListPart<Row>, Key extends QueryKey>(
  options: PartedListOptions<Row, Answer, Key>,
): PartedList<Row, Answer> {
  const { columns, queryOf, keyOf } = options
  const list = useListSearch(columns)
  const { search, listKey } = list
  const rows = usePartedRows({ listKey, partRows: WINDOW_ROWS, queryOf: part => queryOf(search, part), keyOf })
  const settledQ = useSettled(search.q, rows.behind)
  // Rows in the previous order are still correct, but rows of the previous search are not.
  const unanswered = rows.error !== null && settledQ !== search.q
  return { list, rows: unanswered ? { ...rows, answer: null } : rows }
}
