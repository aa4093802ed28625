import type { ViewPage } from '#lib/queries/view-query.ts'
import { formatCount } from '#lib/util/format.ts'

/** Labels of a list page and its rows. */
export interface ListWords {
  /** Page name in the address. */
  readonly page: ViewPage
  readonly title: string
  /** Heading of the page where it has several lists. */
  readonly heading?: string
  /** One row in a sentence: `global account`. */
  readonly noun: string
  /**
   * Counting limits of the server for all and for matching rows. A count that reaches its limit
   * means "or more".
   */
  readonly countedTo?: { readonly of: number; readonly hits: number }
}

/** Numbers of rows of a list. */
export interface ListCounts {
  /** Rows that match the search. Here and below, null means that they were not counted. */
  readonly hits: number | null
  /** Rows without a search. */
  readonly of: number | null
}

/** "1,234 actions"; at the counting limit "100,000 or more actions". */
export function rowsText({ noun, countedTo }: ListWords, count: number | null): string {
  return `${countText(count, countedTo?.of)} ${noun}${count === 1 ? '' : 's'}`
}

/** Number of matching rows: "12"; at the counting limit "2,000 or more". */
export function foundText(words: ListWords, counts: ListCounts): string {
  return countText(counts.hits, mostHits(words, counts))
}

/** Whether the number of matching rows is exact. */
export function isCounted(words: ListWords, counts: ListCounts): boolean {
  return counts.hits !== mostHits(words, counts)
}

/** "12 of 1,234 actions". */
export function hitsText(words: ListWords, counts: ListCounts): string {
  return `${foundText(words, counts)} of ${rowsText(words, counts.of)}`
}

/** Summary beside the title. Omits the number of matches when the search matches all rows. */
export function summaryText(words: ListWords, counts: ListCounts): string {
  return counts.hits === counts.of ? rowsText(words, counts.of) : hitsText(words, counts)
}

/** A search that matches all rows has the counting limit of all rows. */
function mostHits({ countedTo }: ListWords, { hits, of }: ListCounts): number | undefined {
  return hits === of ? countedTo?.of : countedTo?.hits
}

function countText(count: number | null, to: number | undefined): string {
  const number = formatCount(count ?? 0)
  return count !== null && count === to ? `${number} or more` : number
}
