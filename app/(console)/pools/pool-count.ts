import { formatPlural } from '#components/ui/format.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'

type Row = Pick<PoolRow, 'problem'>

/** How many of some rows are rules that lead to no pool: `1 rule without pool`; null when there are none. */
export function withoutPool(rows: readonly Row[]): string | null {
  const count = missingOf(rows)
  return count === 0 ? null : `${formatPlural(count, 'rule')} without pool`
}

/** `2 pools`, and in the little room of a head those that only rules or claims name: `2 pools, 1 missing`. */
export function poolCount(rows: readonly Row[]): string {
  const missing = missingOf(rows) + rows.filter(({ problem }) => problem === 'only-queue').length
  const pools = formatPlural(rows.length - missing, 'pool')
  return missing === 0 ? pools : `${pools}, ${missing} missing`
}

function missingOf(rows: readonly Row[]): number {
  return rows.filter(({ problem }) => problem === 'no-binding').length
}
