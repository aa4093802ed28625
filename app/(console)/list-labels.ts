import type { ViewPage } from '#lib/queries/view-query.ts'
import { formatCount } from '#lib/util/format.ts'

/** Labels of a list page and its rows. */
export interface ListLabels {
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
export function formatRows({ noun, countedTo }: ListLabels, count: number | null): string {
  return `${formatCounted(count, countedTo?.of)} ${noun}${count === 1 ? '' : 's'}`
}

/** Number of matching rows: "12"; at the counting limit "2,000 or more". */
export function formatHits(labels: ListLabels, counts: ListCounts): string {
  return formatCounted(counts.hits, maxHits(labels, counts))
}

/** Whether the number of matching rows is exact. */
export function isCounted(labels: ListLabels, counts: ListCounts): boolean {
  return counts.hits !== maxHits(labels, counts)
}

/** "12 of 1,234 actions". */
export function formatHitsOfAll(labels: ListLabels, counts: ListCounts): string {
  return `${formatHits(labels, counts)} of ${formatRows(labels, counts.of)}`
}

/** Summary beside the title. Omits the number of matches when the search matches all rows. */
export function formatSummary(labels: ListLabels, counts: ListCounts): string {
  return counts.hits === counts.of ? formatRows(labels, counts.of) : formatHitsOfAll(labels, counts)
}

/** A search that matches all rows has the counting limit of all rows. */
function maxHits({ countedTo }: ListLabels, { hits, of }: ListCounts): number | undefined {
  return hits === of ? countedTo?.of : countedTo?.hits
}

function formatCounted(count: number | null, to: number | undefined): string {
  const number = formatCount(count ?? 0)
  return count !== null && count === to ? `${number} or more` : number
}
