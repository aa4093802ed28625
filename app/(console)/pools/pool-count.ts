import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatPlural } from '#lib/util/format.ts'

type Row = Pick<PoolRow, 'problem'>

/**
 * Counts rows that are rules or queues without a pool: `1 rule without pool, 1 queue without pool`;
 * null for none.
 */
export function withoutPool(rows: readonly Row[]): string | null {
  const parts = [
    [countOf(rows, 'no-binding'), 'rule'],
    [countOf(rows, 'only-queue'), 'queue'],
  ] as const
  const words = parts.flatMap(([count, what]) => (count === 0 ? [] : `${formatPlural(count, what)} without pool`))
  return words.length === 0 ? null : words.join(', ')
}

/** Counts pools and other rows: `2 pools, 1 rule without pool`. Omits pools when there are none. */
export function rowsInWords(rows: readonly Row[]): string {
  return inWords(rows, '')
}

/** The same for rows without usable accounts: `2 pools exhausted, 1 queue without pool`. */
export function exhaustedInWords(rows: readonly Row[]): string {
  return inWords(rows, ' exhausted')
}

function inWords(rows: readonly Row[], are: string): string {
  const others = withoutPool(rows)
  const pools = rows.length - missingOf(rows)
  if (pools === 0 && others !== null) return others
  return [`${formatPlural(pools, 'pool')}${are}`, others].filter(words => words !== null).join(', ')
}

/**
 * Counts pools for a group heading, with missing ones that only rules or claims refer to: `2 pools,
 * 1 missing`.
 */
export function poolCount(rows: readonly Row[]): string {
  const missing = missingOf(rows)
  const pools = formatPlural(rows.length - missing, 'pool')
  return missing === 0 ? pools : `${pools}, ${missing} missing`
}

function missingOf(rows: readonly Row[]): number {
  return countOf(rows, 'no-binding') + countOf(rows, 'only-queue')
}

function countOf(rows: readonly Row[], wanted: Row['problem']): number {
  return rows.filter(({ problem }) => problem === wanted).length
}
