import type { Runway, Window } from '#lib/hap/pools/alarm.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** Said while nobody can tell. */
export const RUNWAY_UNKNOWN = 'runway: not enough history'

/** How long the free accounts of a pool last: `lasts 9 days: a day 1.3 more accounts are claimed than freed (last 30 days)`. */
export function runwayWords(runway: Runway, window: Window): string {
  if (runway.kind === 'unknown') return RUNWAY_UNKNOWN
  const lasts = runway.kind === 'steady' ? 'steady' : `runway ${formatPlural(runway.days, 'day')}`
  return `${lasts}: ${rateWords(runway, window)}`
}

/** What that goes by: `a day 1.3 more accounts are claimed than freed (last 30 days)`. */
function rateWords(runway: Exclude<Runway, { kind: 'unknown' }>, window: Window): string {
  const days = `(last ${formatPlural(window, 'day')})`
  if (runway.kind === 'steady') return `at least as many accounts freed as claimed ${days}`
  return `${formatCount(Number(runway.perDay.toFixed(2)))} more accounts claimed than freed a day ${days}`
}
