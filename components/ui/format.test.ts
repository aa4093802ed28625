import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAge } from '#lib/hap/selection/reasoning.ts'
import {
  formatAhead,
  formatClock,
  formatCount,
  formatDay,
  formatDuration,
  formatExact,
  formatPlural,
  formatRemaining,
  formatShare,
} from '#lib/util/format.ts'

const S = 1_000
const H = 3_600 * S

test.each([
  [2 * H + 59 * 60 * S, '2 h'],
  [72 * H, '3 d'],
  [90 * 24 * H - 20 * S, '90 d'],
  [89 * 24 * H + H, '89 d'],
])('%d ms ahead is in %s', (milliseconds, text) => {
  expect(formatAhead(milliseconds)).toBe(text)
})

test.each([
  [-5 * S, '0 s'],
  [0, '0 s'],
  [59.9 * S, '59 s'],
  [60 * S, '1 min'],
  [59 * 60 * S, '59 min'],
  [H, '1 h'],
  [71.9 * H, '71 h'],
  [72 * H, '3 d'],
  [24 * H * 1_400, '1,400 d'],
])('%d ms lasts %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

test.each([
  [59 * 60 * S, '59 min'],
  [H, '1 h'],
  [H + 59 * 60 * S, '1 h 59 min'],
  [24 * H - S, '23 h 59 min'],
  [24 * H, '24 h'],
  [72 * H, '3 d'],
])('with %d ms before it something is due in %s', (milliseconds, text) => {
  expect(formatRemaining(milliseconds)).toBe(text)
})

test('a longer time never has a smaller number of the same unit', () => {
  fc.assert(
    fc.property(fc.nat(1e10), fc.nat(1e9), (length, more) => {
      const [a, unitA] = formatDuration(length).replaceAll(',', '').split(' ')
      const [b, unitB] = formatDuration(length + more)
        .replaceAll(',', '')
        .split(' ')
      if (unitA === unitB) expect(Number(b)).toBeGreaterThanOrEqual(Number(a))
    }),
  )
})

test('numbers carry separators, shares are whole percents, nothing of nothing is a dash', () => {
  expect(formatCount(20_412)).toBe('20,412')
  expect(formatShare(4, 47)).toBe('9%')
  expect(formatShare(0, 0)).toBe('—')
  expect(formatShare(0, 3_005)).toBe('0%')
  expect(formatShare(3, 3_005)).toBe('<1%')
  expect(formatShare(3_002, 3_005)).toBe('>99%')
  expect(formatShare(3_005, 3_005)).toBe('100%')
  expect(formatPlural(1, 'pool')).toBe('1 pool')
  expect(formatPlural(1_200, 'pool')).toBe('1,200 pools')
  expect(formatPlural(2, 'entry', 'entries')).toBe('2 entries')
})

test('dates are in UTC for any offset', () => {
  const at = '2026-04-22T01:04:07+02:00'
  expect(formatDay(at)).toBe('21 Apr 2026')
  expect(formatExact(at)).toBe('2026-04-21 23:04:07 UTC')
  expect(formatClock(at)).toBe('23:04:07')
})

test('formats a duration as the reasons of the engine do', () => {
  fc.assert(
    fc.property(fc.nat(999 * 86_400_000), length => {
      expect(formatDuration(length)).toBe(formatAge(length))
    }),
  )
})
