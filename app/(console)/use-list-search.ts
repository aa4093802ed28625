'use client'

import { useMemo } from 'react'
import { type ListSearch, searchOf } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import type { Column, Sort } from '#components/data-table/column.ts'
import { formatSort, parseSort } from '#components/data-table/sort-text.ts'
import { type ColumnChoice, useColumnChoice } from '#components/data-table/use-column-choice.ts'

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
