import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

type Row = Pick<PoolRow, 'usable' | 'water'>

/**
 * Why a pool raises an alarm, phrased to follow its name: `4 usable accounts, below its low-water
 * mark of 6`. Empty without an alarm.
 */
export function alarmWords({ usable, water }: Row): string {
  if (water === null) return ''
  const { accounts, days, runway } = water
  const words = {
    low: () => {
      const count = formatPlural(usable, 'usable account')
      if (usable < accounts.low) return `${count}, below its low-water mark of ${formatCount(accounts.low)}`
      return `${count}; the alarm clears above ${formatCount(accounts.high)}`
    },
    runway: () => {
      if (runway.kind !== 'days') return 'runway currently unknown'
      const lasts = `runway ${formatPlural(runway.days, 'day')}`
      if (runway.days < days.low) return `${lasts}, below ${formatCount(days.low)}`
      return `${lasts}; the alarm clears above ${formatCount(days.high)}`
    },
  }
  return water.alarms.map(({ reason }) => words[reason]()).join('; ')
}
