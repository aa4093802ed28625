import { expect, test } from 'vitest'
import type { AlarmReason, Runway } from '#lib/hap/pools/alarm.ts'
import { alarmWords } from './alarm-words.ts'

const row = (usable: number, reasons: readonly AlarmReason[], runway: Runway = { kind: 'unknown' }) => ({
  usable,
  water: {
    accounts: { low: 6, high: 8 },
    days: { low: 7, high: 10 },
    runway,
    alarms: reasons.map((reason, index) => ({ reason, since: `2026-11-2${index}T10:00:00.000Z` })),
  },
})
const lasting = (days: number): Runway => ({ kind: 'days', days, perDay: 1 })

test.each([
  [row(4, ['low']), '4 usable accounts, below its low-water mark of 6'],
  [row(1, ['low']), '1 usable account, below its low-water mark of 6'],
  [row(7, ['low']), '7 usable accounts; the alarm clears above 8'],
  [row(20, ['runway'], lasting(1)), 'runway 1 day, below 7'],
  [row(20, ['runway'], lasting(9)), 'runway 9 days; the alarm clears above 10'],
  [row(20, ['runway']), 'runway currently unknown'],
  [row(3, ['low', 'runway'], lasting(2)), '3 usable accounts, below its low-water mark of 6; runway 2 days, below 7'],
  [row(9, []), ''],
  [{ usable: 0, water: null }, ''],
])('%#', (pool, words) => expect(alarmWords(pool)).toBe(words))
