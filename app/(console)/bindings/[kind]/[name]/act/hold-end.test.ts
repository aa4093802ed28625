import { expect, test, vi } from 'vitest'
import { endAt } from './hold-end.ts'

test.each([
  ['2026-11-22T12:01', '2026-11-22T12:01:00.000Z'],
  ['2026-11-22T12:00', undefined],
  ['2020-01-01T00:00', undefined],
  ['', undefined],
])('a hold until %j ends at %s', (text, end) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') })
  expect(endAt(text)).toBe(end)
  vi.useRealTimers()
})
