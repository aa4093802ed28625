import { formatCount } from '#components/ui/format.ts'
import type { ViewPage } from '#lib/queries/views/view-address.ts'

/** What a list page is called, and what its rows are. */
export interface ListWords {
  /** The page by its address. */
  readonly page: ViewPage
  readonly title: string
  /** Heading of the page where it has several lists. */
  readonly heading?: string
  /** One row in a sentence: `global account`. */
  readonly noun: string
  /** Rows the server counts to; that many stand for more. */
  readonly countedTo?: number
}

/** How many rows a list has. */
export interface ListCounts {
  /** Rows the search leaves; null where nobody counted, also below. */
  readonly hits: number | null
  /** Rows without any search. */
  readonly of: number | null
}

/** "1,234 actions"; of what is not counted to its end "100,000 or more actions". */
export function rowsText(words: ListWords, count: number | null): string {
  return `${countText(words, count)} ${words.noun}${count === 1 ? '' : 's'}`
}

/** The number of them alone. */
export function countText({ countedTo }: ListWords, count: number | null): string {
  const number = formatCount(count ?? 0)
  return count !== null && count === countedTo ? `${number} or more` : number
}

/** "12 of 1,234 actions". */
export function hitsText(words: ListWords, { hits, of }: ListCounts): string {
  return `${countText(words, hits)} of ${rowsText(words, of)}`
}

/** The same beside the title, where a search that leaves everything needs no words. */
export function summaryText(words: ListWords, counts: ListCounts): string {
  return counts.hits === counts.of ? rowsText(words, counts.of) : hitsText(words, counts)
}
