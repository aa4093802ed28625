import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AlarmReason, alarmsOf, isRaised, marksOf, parseMarks, type Runway, raisedSince, runway } from './alarm.ts'

const MARKS = { accounts: { low: 6, high: 8 }, days: { low: 7, high: 10 } }
const lasting = (days: number): Runway => ({ kind: 'days', days, perDay: 1 })
const STEADY: Runway = { kind: 'steady' }
const UNKNOWN: Runway = { kind: 'unknown' }

describe('a pool raises an alarm', () => {
  test.each<[string, AlarmReason[], number, Runway, AlarmReason[]]>([
    ['below the low mark', [], 5, STEADY, ['low']],
    ['not at the low mark', [], 6, STEADY, []],
    ['not within the band when there was none', [], 8, STEADY, []],
    ['still at the low mark', ['low'], 6, STEADY, ['low']],
    ['still at the high mark', ['low'], 8, STEADY, ['low']],
    ['no more above the high mark', ['low'], 9, STEADY, []],
    ['with nothing left', [], 0, STEADY, ['low']],
    ['when it does not last', [], 40, lasting(6), ['runway']],
    ['not when it lasts just as long', [], 40, lasting(7), []],
    ['still within the band of days', ['runway'], 40, lasting(10), ['runway']],
    ['no more when it lasts longer', ['runway'], 40, lasting(11), []],
    ['no more when as many come back', ['runway'], 40, STEADY, []],
    ['while the runway is unknown', ['runway'], 40, UNKNOWN, ['runway']],
    ['not because of an unknown runway', [], 40, UNKNOWN, []],
    ['for both reasons', [], 2, lasting(1), ['low', 'runway']],
    ['for the other reason now', ['low'], 20, lasting(3), ['runway']],
  ])('%s', (_, before, usable, runway, expected) => {
    expect(alarmsOf(new Set(before), { usable, runway }, MARKS)).toEqual(expected)
  })
})

const marks = fc.tuple(fc.nat(50), fc.nat(50)).map(([low, band]) => ({ low, high: low + band }))

test('within the band an alarm never changes', () => {
  fc.assert(
    fc.property(marks, fc.boolean(), fc.array(fc.nat(50)), ({ low, high }, before, steps) => {
      const values = steps.map(step => low + (step % (high - low + 1)))
      expect(values.reduce((raised, value) => isRaised(raised, value, { low, high }), before)).toBe(before)
    }),
  )
})

test('an alarm is raised only below the low mark and cleared only above the high one', () => {
  fc.assert(
    fc.property(marks, fc.boolean(), fc.nat(120), (band, before, value) => {
      const after = isRaised(before, value, band)
      if (after && !before) expect(value).toBeLessThan(band.low)
      if (before && !after) expect(value).toBeGreaterThan(band.high)
    }),
  )
})

describe('marks are read', () => {
  test.each([
    ['6-8', 'aws', 100, { low: 6, high: 8 }],
    ['6-8,aws~eu=12-16', 'aws~eu', 100, { low: 12, high: 16 }],
    ['6-8, aws~eu=12-16', 'aws', 100, { low: 6, high: 8 }],
    ['10-15%', 'aws', 41, { low: 5, high: 7 }],
    ['6-8,gcp=10-10%', 'gcp', 0, { low: 0, high: 0 }],
    ['0-0', 'aws', 5, { low: 0, high: 0 }],
  ])('%s for %s of %d', (text, key, accounts, expected) => {
    const parsed = parseMarks(text, 'accounts')
    expect(parsed && marksOf(parsed, key, accounts)).toEqual(expected)
  })

  test.each([
    '',
    '6',
    '8-6',
    'six-8',
    '-1-4',
    '1.5-2',
    '6-8,',
    ',6-8',
    'aws=6-8',
    '6-8,9-9',
    '6-8,a=1-2,a=1-3',
    '6-101%',
    '6-8,x y=1-2',
  ])('but not of "%s"', text => expect(parseMarks(text, 'accounts')).toBeNull())

  test('days are not a percentage', () => expect(parseMarks('10-15%', 'days')).toBeNull())
})

test.each([
  [['2026-11-21T10:00:00.000Z', '2026-11-20T10:00:00.000Z'], '2026-11-20T10:00:00.000Z'],
  [[], null],
])('alarms raised at %j are as old as %s', (moments, since) =>
  expect(raisedSince(moments.map(moment => ({ since: moment })))).toBe(since),
)

test.each([
  ['four free, one a day', 4, { claimed: 30, freed: 0 }, 30, { kind: 'days', days: 4, perDay: 1 }],
  ['released accounts count', 9, { claimed: 40, freed: 10 }, 30, { kind: 'days', days: 9, perDay: 1 }],
  ['a part of a day is none', 4, { claimed: 45, freed: 0 }, 30, { kind: 'days', days: 2, perDay: 1.5 }],
  ['nothing is left', 0, { claimed: 7, freed: 0 }, 7, { kind: 'days', days: 0, perDay: 1 }],
  ['less than one a day', 2, { claimed: 3, freed: 0 }, 30, { kind: 'days', days: 20, perDay: 0.1 }],
  ['as many came back', 4, { claimed: 5, freed: 5 }, 30, { kind: 'steady' }],
  ['more came back', 4, { claimed: 5, freed: 9 }, 30, { kind: 'steady' }],
  ['nothing happened', 4, { claimed: 0, freed: 0 }, 30, { kind: 'steady' }],
  ['too short a history', 4, { claimed: 30, freed: 0 }, 6.9, { kind: 'unknown' }],
  ['no history', 4, { claimed: 0, freed: 0 }, 0, { kind: 'unknown' }],
] as const)('%s', (_, free, flow, days, expected) => {
  expect(runway(free, flow, { known: days, watched: days })).toEqual(expected)
})

test('a window shorter than a week suffices if the history is longer', () => {
  const flow = { claimed: 12, freed: 0 }
  expect(runway(8, flow, { known: 20, watched: 6 })).toEqual({ kind: 'days', days: 4, perDay: 2 })
  expect(runway(8, flow, { known: 6.9, watched: 6 })).toEqual({ kind: 'unknown' })
})
