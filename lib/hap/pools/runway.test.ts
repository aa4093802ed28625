import { expect, test } from 'vitest'
import { runway } from './runway.ts'

test.each([
  ['four free, one a day', 4, { claimed: 30, freed: 0 }, 30, { kind: 'days', days: 4, perDay: 1 }],
  ['what came back counts', 9, { claimed: 40, freed: 10 }, 30, { kind: 'days', days: 9, perDay: 1 }],
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

test('a window shorter than a week is long enough where the history is', () => {
  const flow = { claimed: 12, freed: 0 }
  expect(runway(8, flow, { known: 20, watched: 6 })).toEqual({ kind: 'days', days: 4, perDay: 2 })
  expect(runway(8, flow, { known: 6.9, watched: 6 })).toEqual({ kind: 'unknown' })
})
