import type { Runway, Window } from '#lib/hap/pools/alarm.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** Label of a runway without enough history. */
export const RUNWAY_UNKNOWN = 'runway: not enough history'

/**
 * Describes the runway of a pool with its rate: `runway 9 days: 1.3 more accounts claimed than
 * freed a day (last 30 days)`.
 */
export function runwayWords(runway: Runway, window: Window): string {
  if (runway.kind === 'unknown') return RUNWAY_UNKNOWN
  const lasts = runway.kind === 'steady' ? 'steady' : `runway ${formatPlural(runway.days, 'day')}`
  return `${lasts}: ${rateWords(runway, window)}`
}

/**
 * Describes the rate behind a runway: `1.3 more accounts claimed than freed a day (last 30 days)`.
 */
function rateWords(runway: Exclude<Runway, { kind: 'unknown' }>, window: Window): string {
  const days = `(last ${formatPlural(window, 'day')})`
  if (runway.kind === 'steady') return `at least as many accounts freed as claimed ${days}`
  return `${formatCount(Number(runway.perDay.toFixed(2)))} more accounts claimed than freed a day ${days}`
}
