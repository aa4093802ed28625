import { FilteredEmpty } from '#components/search/filtered-empty.tsx'
import type { ListPageState } from './list-page.tsx'
import { type ListWords, rowsText } from './list-words.ts'

interface NoHitsProps extends Pick<ListPageState, 'fields' | 'list'> {
  readonly words: ListWords
  /** Rows without any search. */
  readonly of: number | null
}

/** In place of the rows of a list that its search hides, all of them. */
export function NoHits({ words, of, fields, list }: NoHitsProps) {
  return (
    <FilteredEmpty
      what={words.noun}
      hidden={rowsText(words, of)}
      fields={fields}
      value={list.search.q}
      onChange={list.setQ}
    />
  )
}
