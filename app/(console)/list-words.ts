import type { ViewPage } from '#lib/queries/view-query.ts'
import { formatCount } from '#lib/util/format.ts'

/** What a list page is called, and what its rows are. */
export interface ListWords {
  /** The page by its address. */
  readonly page: ViewPage
  readonly title: string
  /** Heading of the page where it has several lists. */
  readonly heading?: string
  /** One row in a sentence: `global account`. */
  readonly noun: string
  /** Rows the server counts to, of all and of what a search leaves; that many stand for more. */
  readonly countedTo?: { readonly of: number; readonly hits: number }
}

/** How many rows a list has. */
export interface ListCounts {
  /** Rows the search leaves; null where nobody counted, also below. */
  readonly hits: number | null
  /** Rows without any search. */
  readonly of: number | null
}

/** "1,234 actions"; of what is not counted to its end "100,000 or more actions". */
export function rowsText({ noun, countedTo }: ListWords, count: number | null): string {
  return `${countText(count, countedTo?.of)} ${noun}${count === 1 ? '' : 's'}`
}

/** How many a search leaves: "12", of what is not counted to its end "2,000 or more". */
export function foundText(words: ListWords, counts: ListCounts): string {
  return countText(counts.hits, mostHits(words, counts))
}

/** Whether what a search leaves is counted to its end. */
export function isCounted(words: ListWords, counts: ListCounts): boolean {
  return counts.hits !== mostHits(words, counts)
}

/** "12 of 1,234 actions". */
export function hitsText(words: ListWords, counts: ListCounts): string {
  return `${foundText(words, counts)} of ${rowsText(words, counts.of)}`
}

/** The same beside the title, where a search that leaves everything needs no words. */
export function summaryText(words: ListWords, counts: ListCounts): string {
  return counts.hits === counts.of ? rowsText(words, counts.of) : hitsText(words, counts)
}

/** What is left without a search is counted like the whole. */
function mostHits({ countedTo }: ListWords, { hits, of }: ListCounts): number | undefined {
  return hits === of ? countedTo?.of : countedTo?.hits
}

function countText(count: number | null, to: number | undefined): string {
  const number = formatCount(count ?? 0)
  return count !== null && count === to ? `${number} or more` : number
}
