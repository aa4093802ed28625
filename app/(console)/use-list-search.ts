'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import type { Column, Sort } from '#components/data-table/column.ts'
import { formatSort, parseSort } from '#components/data-table/sort-text.ts'
import { type ListSearch, searchOf } from './list-search.ts'

interface ListSearchState {
  readonly search: ListSearch
  readonly setQ: (q: string) => void
  /** Null is the default order. */
  readonly sort: Sort | null
  readonly setSort: (sort: Sort | null) => void
}

/** Search and order of a list page, kept in its address. */
export function useListSearch<Row, Group>(columns: readonly Column<Row, Group>[]): ListSearchState {
  const [q, setQ] = useParameter('q')
  const [sort, setSort] = useParameter('sort')
  const search = useMemo(() => searchOf(q, sort), [q, sort])
  return { search, setQ, sort: parseSort(search.sort, columns), setSort: next => setSort(formatSort(next)) }
}
