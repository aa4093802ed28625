import { expect, test } from 'vitest'
import type { AlarmReason } from '#lib/hap/pools/alarm.ts'
import type { Runway } from '#lib/hap/pools/runway.ts'
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
  [row(7, ['low']), '7 usable accounts; the alarm ends above 8'],
  [row(20, ['runway'], lasting(1)), 'it lasts 1 day, less than 7'],
  [row(20, ['runway'], lasting(9)), 'it lasts 9 days; the alarm ends above 10'],
  [row(20, ['runway']), 'how long it lasts is not known at the moment'],
  [
    row(3, ['low', 'runway'], lasting(2)),
    '3 usable accounts, below its low-water mark of 6; it lasts 2 days, less than 7',
  ],
  [row(9, []), ''],
  [{ usable: 0, water: null }, ''],
])('%#', (pool, words) => expect(alarmWords(pool)).toBe(words))
