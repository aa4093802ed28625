'use client'

import { lazy, Suspense } from 'react'
import type { NothingMatchesProps } from '#components/search/nothing-matches.tsx'
import { formatRows, type ListLabels } from './list-labels.ts'
import type { ListPageState } from './list-page.tsx'
import { useSettledSearch } from './use-list.ts'

interface NoHitsProps extends Pick<ListPageState, 'fields' | 'list'> {
  readonly labels: ListLabels
  /** Rows without a search. */
  readonly of: number | null
  /** The answer belongs to the previous search, so the matches of this one are unknown. */
  readonly behind: boolean
}

/** Replaces the rows when the search matches none of them. */
export function NoHits({ labels, of, behind, fields, list }: NoHitsProps) {
  const value = useSettledSearch(list.search.q, behind)
  return (
    <FilteredEmpty
      what={labels.noun}
      hidden={formatRows(labels, of)}
      fields={fields}
      value={value}
      onChange={list.setQ}
    />
  )
}

const NothingMatches = lazy(async () => ({
  default: (await import('#components/search/nothing-matches.tsx')).NothingMatches,
}))

/** Replaces rows that a search hides. Loaded on demand, because most searches match some rows. */
function FilteredEmpty(props: NothingMatchesProps) {
  return (
    <Suspense>
      <NothingMatches {...props} />
    </Suspense>
  )
}
