import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setServerNow } from '#components/ui/clock.tsx'
import { defaultEnd, parseEnd } from './action-fields.tsx'

/** The server's time. The browser's clock is a day ahead. */
const NOW = Date.parse('2026-11-22T12:00:00Z')
const DAY_MS = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW + DAY_MS })
  setServerNow(NOW)
})
afterEach(() => {
  setServerNow(Date.now())
  vi.useRealTimers()
})

test.each([
  ['2026-11-22T12:01', '2026-11-22T12:01:00.000Z'],
  ['2026-11-22T12:00', undefined],
  ['2020-01-01T00:00', undefined],
  ['', undefined],
])('a hold until %j ends at %s', (text, end) => {
  expect(parseEnd(text)).toBe(end)
})

test('the default end is one day after the server’s time', () => {
  expect(defaultEnd()).toBe('2026-11-23T12:00:00.000Z')
})
