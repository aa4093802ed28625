import type { HistoryDay } from '#lib/queries/pools/pool-history.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** `12 claimed, 9 freed in 30 days`; of a single day without the last part. */
export function flowWords(days: readonly HistoryDay[]): string {
  const claimed = days.reduce((sum, day) => sum + day.claimed, 0)
  const freed = days.reduce((sum, day) => sum + day.freed, 0)
  const words = `${formatCount(claimed)} claimed, ${formatCount(freed)} freed`
  return days.length === 1 ? words : `${words} in ${formatPlural(days.length, 'day')}`
}
