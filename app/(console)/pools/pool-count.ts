import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatPlural } from '#lib/util/format.ts'

type Row = Pick<PoolRow, 'problem'>

/** How many of some rows are rules that lead to no pool, or queues for none: `1 rule without pool, 1 queue without pool`; null for none. */
export function withoutPool(rows: readonly Row[]): string | null {
  const parts = [
    [countOf(rows, 'no-binding'), 'rule'],
    [countOf(rows, 'only-queue'), 'queue'],
  ] as const
  const words = parts.flatMap(([count, what]) => (count === 0 ? [] : `${formatPlural(count, what)} without pool`))
  return words.length === 0 ? null : words.join(', ')
}

/** What all of some rows are: `2 pools, 1 rule without pool`; without a pool only the others. */
export function rowsInWords(rows: readonly Row[]): string {
  return inWords(rows, '')
}

/** The same of rows that have nothing left: `2 pools exhausted, 1 queue without pool`. */
export function exhaustedInWords(rows: readonly Row[]): string {
  return inWords(rows, ' exhausted')
}

function inWords(rows: readonly Row[], are: string): string {
  const others = withoutPool(rows)
  const pools = rows.length - missingOf(rows)
  if (pools === 0 && others !== null) return others
  return [`${formatPlural(pools, 'pool')}${are}`, others].filter(words => words !== null).join(', ')
}

/** `2 pools`, and in the little room of a head those that only rules or claims name: `2 pools, 1 missing`. */
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
