'use client'

import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ListSearch, searchOf, WINDOW_ROWS } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import {
  type Column,
  type ColumnChoice,
  formatSort,
  parseSort,
  type Sort,
  useColumnChoice,
} from '#components/data-table/column.ts'
import { type PagedRows, usePagedRows } from '#components/data-table/use-paged-rows.ts'
import type { ListPart } from '#lib/search/list-part.ts'

/** State of a list in its address. */
export interface ListSearchState<Row, Group = never> {
  readonly search: ListSearch
  /** Changes with search and order, which select other rows. */
  readonly listKey: string
  readonly setQ: (q: string) => void
  /** Null is the default order. */
  readonly sort: Sort | null
  readonly setSort: (sort: Sort | null) => void
  readonly columns: ColumnChoice<Row, Group>
}

/** Search, order and columns of a list page, stored in its address. */
export function useListSearch<Row, Group = never>(columns: readonly Column<Row, Group>[]): ListSearchState<Row, Group> {
  const [q, setQ] = useParameter('q')
  const [sort, setSort] = useParameter('sort')
  const search = useMemo(() => searchOf(q, sort), [q, sort])
  const choice = useColumnChoice(columns)
  return {
    search,
    listKey: `${search.sort} ${q}`,
    setQ,
    sort: parseSort(search.sort, columns),
    setSort: next => setSort(formatSort(next)),
    columns: choice,
  }
}

interface PagedListOptions<Row, Answer, Key extends QueryKey> {
  readonly columns: readonly Column<Row>[]
  /** Query of one part, counted from 0. */
  readonly queryOf: (search: ListSearch, part: number) => UseQueryOptions<Answer, Error, Answer, Key>
  readonly keyOf: (row: Row) => string
}

interface PagedList<Row, Answer> {
  readonly list: ListSearchState<Row>
  readonly rows: PagedRows<Row, Answer>
}

/** The list that the address selects, loaded in parts while it scrolls. */
export function usePagedList<Row, Answer extends ListPart<Row>, Key extends QueryKey>(
  options: PagedListOptions<Row, Answer, Key>,
): PagedList<Row, Answer> {
  const { columns, queryOf, keyOf } = options
  const list = useListSearch(columns)
  const { search, listKey } = list
  const rows = usePagedRows({ listKey, partRows: WINDOW_ROWS, queryOf: part => queryOf(search, part), keyOf })
  const settledQ = useSettledSearch(search.q, rows.behind)
  // Rows in the previous order are still correct, but rows of the previous search are not.
  const unanswered = rows.error !== null && settledQ !== search.q
  return { list, rows: unanswered ? { ...rows, answer: null } : rows }
}

/**
 * The value that the visible answer belongs to: `value`, or the previous one while the page is
 * behind.
 */
export function useSettledSearch(value: string, behind: boolean): string {
  const [settled, setSettled] = useState(value)
  if (!behind && settled !== value) setSettled(value)
  return behind ? settled : value
}
