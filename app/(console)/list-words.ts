import { formatCount, formatPlural } from '#components/ui/format.ts'
import type { ViewPage } from '#lib/queries/views/view-address.ts'

/** What a list page is called, and what its rows are. */
export interface ListWords {
  /** The page by its address. */
  readonly page: ViewPage
  readonly title: string
  /** One row in a sentence: `global account`. */
  readonly noun: string
  /** Rows the server counts to; that many may be more. */
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
  return isCapped(words, count) ? `${countText(words, count)} ${words.noun}s` : formatPlural(count ?? 0, words.noun)
}

/** The number of them alone. */
export function countText(words: ListWords, count: number | null): string {
  return `${formatCount(count ?? 0)}${isCapped(words, count) ? ' or more' : ''}`
}

/** "12 of 1,234 actions". */
export function hitsText(words: ListWords, { hits, of }: ListCounts): string {
  return `${countText(words, hits)} of ${rowsText(words, of)}`
}

/** The same beside the title, where a search that leaves everything needs no words. */
export function summaryText(words: ListWords, counts: ListCounts): string {
  return counts.hits === counts.of ? rowsText(words, counts.of) : hitsText(words, counts)
}

function isCapped({ countedTo = Number.POSITIVE_INFINITY }: ListWords, count: number | null): boolean {
  return (count ?? 0) >= countedTo
}
