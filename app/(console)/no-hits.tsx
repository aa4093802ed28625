import { FilteredEmpty } from '#components/search/filtered-empty.tsx'
import type { ListPageState } from './list-page.tsx'
import { type ListWords, rowsText } from './list-words.ts'
import { useSettled } from './use-settled.ts'

interface NoHitsProps extends Pick<ListPageState, 'fields' | 'list'> {
  readonly words: ListWords
  /** Rows without a search. */
  readonly of: number | null
  /** The answer belongs to the previous search, so the matches of this one are unknown. */
  readonly behind: boolean
}

/** Replaces the rows when the search matches none of them. */
export function NoHits({ words, of, behind, fields, list }: NoHitsProps) {
  const value = useSettled(list.search.q, behind)
  return (
    <FilteredEmpty what={words.noun} hidden={rowsText(words, of)} fields={fields} value={value} onChange={list.setQ} />
  )
}
