import { expect, test } from 'vitest'
import type { AlarmReason, Runway } from '#lib/hap/pools/alarm.ts'
import {
  countWithoutPool,
  describeAlarm,
  describeRunway,
  formatExhaustedCount,
  formatPoolCount,
  formatRowCount,
} from './pool-labels.ts'

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
  [row(4, ['low']), '4 usable accounts, below the low-water mark of 6'],
  [row(1, ['low']), '1 usable account, below the low-water mark of 6'],
  [row(7, ['low']), '7 usable accounts; the alert clears above 8'],
  [row(20, ['runway'], lasting(1)), 'runway 1 day, below 7'],
  [row(20, ['runway'], lasting(9)), 'runway 9 days; the alert clears above 10'],
  [row(20, ['runway']), 'runway currently unknown'],
  [row(3, ['low', 'runway'], lasting(2)), '3 usable accounts, below the low-water mark of 6; runway 2 days, below 7'],
  [row(9, []), ''],
  [{ usable: 0, water: null }, ''],
])('%#', (pool, words) => expect(describeAlarm(pool)).toBe(words))

const POOL = { problem: null }
const RULE = { problem: 'no-binding' } as const
const QUEUE = { problem: 'only-queue' } as const

test('counts pools and rules without a pool', () => {
  expect([formatPoolCount([POOL, POOL]), countWithoutPool([POOL, POOL])]).toEqual(['2 pools', null])
  expect([formatPoolCount([RULE, POOL]), countWithoutPool([RULE, POOL])]).toEqual([
    '1 pool, 1 missing',
    '1 rule without a pool',
  ])
  expect([formatPoolCount([QUEUE, POOL]), countWithoutPool([QUEUE, POOL])]).toEqual([
    '1 pool, 1 missing',
    '1 queue without a pool',
  ])
  expect(countWithoutPool([QUEUE, RULE])).toBe('1 rule without a pool, 1 queue without a pool')
  expect([formatPoolCount([RULE, RULE]), countWithoutPool([RULE, RULE])]).toEqual([
    '0 pools, 2 missing',
    '2 rules without a pool',
  ])
})

test.each([
  [[], '0 pools', '0 pools exhausted'],
  [[POOL], '1 pool', '1 pool exhausted'],
  [[QUEUE], '1 queue without a pool', '1 queue without a pool'],
  [[POOL, RULE, POOL], '2 pools, 1 rule without a pool', '2 pools exhausted, 1 rule without a pool'],
])('counts all rows, also without a pool: %j', (rows, words, exhausted) => {
  expect([formatRowCount(rows), formatExhaustedCount(rows)]).toEqual([words, exhausted])
})

test.each([
  [
    { kind: 'days', days: 9, perDay: 1.3333 },
    'runway 9 days: 1.33 more accounts claimed than freed per day (last 30 days)',
  ],
  [{ kind: 'days', days: 1, perDay: 4 }, 'runway 1 day: 4 more accounts claimed than freed per day (last 30 days)'],
  [{ kind: 'steady' }, 'steady: at least as many accounts freed as claimed (last 30 days)'],
  [{ kind: 'unknown' }, 'runway: not enough data yet'],
] as const)('%#', (runway, words) => expect(describeRunway(runway, 30)).toBe(words))
