import type { Runway, Window } from '#lib/hap/pools/alarm.ts'
import { UNUSABLE_CAUSES, UNUSABLE_LABELS, type UnusableCounts } from '#lib/hap/selection/usability.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

type Row = Pick<PoolRow, 'usable' | 'water'>

/**
 * Why a pool raises an alarm, phrased to follow its name: `4 usable accounts, below its low-water
 * mark of 6`. Empty without an alarm.
 */
export function describeAlarm({ usable, water }: Row): string {
  if (water === null) return ''
  const { accounts, days, runway } = water
  const words = {
    low: () => {
      const count = formatPlural(usable, 'usable account')
      if (usable < accounts.low) return `${count}, below the low-water mark of ${formatCount(accounts.low)}`
      return `${count}; the alert clears above ${formatCount(accounts.high)}`
    },
    runway: () => {
      if (runway.kind !== 'days') return 'runway currently unknown'
      const lasts = `runway ${formatPlural(runway.days, 'day')}`
      if (runway.days < days.low) return `${lasts}, below ${formatCount(days.low)}`
      return `${lasts}; the alert clears above ${formatCount(days.high)}`
    },
  }
  return water.alarms.map(({ reason }) => words[reason]()).join('; ')
}

type CountedRow = Pick<PoolRow, 'problem'>

/**
 * Counts rows that are rules or queues without a pool: `1 rule without a pool, 1 queue without a pool`;
 * null for none.
 */
export function countWithoutPool(rows: readonly CountedRow[]): string | null {
  const parts = [
    [countOf(rows, 'no-binding'), 'rule'],
    [countOf(rows, 'only-queue'), 'queue'],
  ] as const
  const words = parts.flatMap(([count, what]) => (count === 0 ? [] : `${formatPlural(count, what)} without a pool`))
  return words.length === 0 ? null : words.join(', ')
}

/** Counts pools and other rows: `2 pools, 1 rule without a pool`. Omits pools when there are none. */
export function formatRowCount(rows: readonly CountedRow[]): string {
  return formatCounts(rows, '')
}

/** The same for rows without usable accounts: `2 pools exhausted, 1 queue without a pool`. */
export function formatExhaustedCount(rows: readonly CountedRow[]): string {
  return formatCounts(rows, ' exhausted')
}

function formatCounts(rows: readonly CountedRow[], are: string): string {
  const others = countWithoutPool(rows)
  const pools = rows.length - missingOf(rows)
  if (pools === 0 && others !== null) return others
  return [`${formatPlural(pools, 'pool')}${are}`, others].filter(words => words !== null).join(', ')
}

/**
 * Counts pools for a group heading, with missing ones that only rules or claims refer to: `2 pools,
 * 1 missing`.
 */
export function formatPoolCount(rows: readonly CountedRow[]): string {
  const missing = missingOf(rows)
  const pools = formatPlural(rows.length - missing, 'pool')
  return missing === 0 ? pools : `${pools}, ${missing} missing`
}

function missingOf(rows: readonly CountedRow[]): number {
  return countOf(rows, 'no-binding') + countOf(rows, 'only-queue')
}

function countOf(rows: readonly CountedRow[], wanted: CountedRow['problem']): number {
  return rows.filter(({ problem }) => problem === wanted).length
}

/** Label of a runway without enough history. */
export const RUNWAY_UNKNOWN = 'runway: not enough data yet'

/**
 * Describes the runway of a pool with its rate: `runway 9 days: 1.3 more accounts claimed than
 * freed a day (last 30 days)`.
 */
export function describeRunway(runway: Runway, window: Window): string {
  if (runway.kind === 'unknown') return RUNWAY_UNKNOWN
  const lasts = runway.kind === 'steady' ? 'steady' : `runway ${formatPlural(runway.days, 'day')}`
  return `${lasts}: ${describeRate(runway, window)}`
}

/**
 * Describes the rate behind a runway: `1.3 more accounts claimed than freed per day (last 30 days)`.
 */
function describeRate(runway: Exclude<Runway, { kind: 'unknown' }>, window: Window): string {
  const days = `(last ${formatPlural(window, 'day')})`
  if (runway.kind === 'steady') return `at least as many accounts freed as claimed ${days}`
  return `${formatCount(Number(runway.perDay.toFixed(2)))} more accounts claimed than freed per day ${days}`
}

/**
 * Causes with counts, most frequent first: `6 credentials missing, 2 Quota without accounts`. Empty without
 * any.
 */
export function formatUnusableCauses(counts: UnusableCounts): string {
  return UNUSABLE_CAUSES.filter(cause => counts[cause] > 0)
    .sort((a, b) => counts[b] - counts[a])
    .map(cause => `${formatCount(counts[cause])} ${UNUSABLE_LABELS[cause]}`)
    .join(', ')
}
