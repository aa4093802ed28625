import { FilteredEmpty } from '#components/search/filtered-empty.tsx'
import type { ListPageState } from './list-page.tsx'
import { type ListWords, rowsText } from './list-words.ts'
import { useSettled } from './use-settled.ts'

interface NoHitsProps extends Pick<ListPageState, 'fields' | 'list'> {
  readonly words: ListWords
  /** Rows without any search. */
  readonly of: number | null
  /** Another search is on its way: nobody knows of it yet that nothing matches. */
  readonly behind: boolean
}

/** In place of the rows of a list that its search hides, all of them. */
export function NoHits({ words, of, behind, fields, list }: NoHitsProps) {
  const value = useSettled(list.search.q, behind)
  return (
    <FilteredEmpty what={words.noun} hidden={rowsText(words, of)} fields={fields} value={value} onChange={list.setQ} />
  )
}
