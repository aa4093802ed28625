import { performance } from 'node:perf_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseClock } from './server.ts'

const HOUR = 3_600_000
const AT = Date.parse('2026-11-25T12:00:00Z')

let passed = 1_000

function clockAt(): DatabaseClock {
  vi.useFakeTimers({ toFake: ['Date'], now: AT })
  passed = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => passed)
  return new DatabaseClock()
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('returns the time of the process before the first reading', () => {
  const clock = clockAt()
  expect(clock.now()).toBe(AT)
  clock.learn({ at: AT + HOUR, askedAt: 900, answeredAt: 1_000 })
  expect(clock.now()).toBe(AT + HOUR + 50)
})

test('ignores changes of the wall clock of the process', () => {
  const clock = clockAt()
  clock.learn({ at: AT, askedAt: 1_000, answeredAt: 1_000 })
  vi.setSystemTime(AT - 24 * HOUR)
  passed += 5_000
  expect(clock.now()).toBe(AT + 5_000)
})

test.each([
  { name: 'a slow answer that may be right', later: 300, way: 800, expected: 0 },
  { name: 'a slow answer that cannot be right', later: 900, way: 800, expected: 900 },
  { name: 'a quick answer', later: 20, way: 2, expected: 20 },
  { name: 'a clock that was set back', later: -HOUR, way: 2, expected: -HOUR },
])('$name', ({ later, way, expected }) => {
  const clock = clockAt()
  clock.learn({ at: AT, askedAt: 1_000, answeredAt: 1_000 })
  passed += way
  const before = clock.now()
  clock.learn({ at: AT + way / 2 + later, askedAt: 1_000, answeredAt: passed })
  expect(clock.now() - before).toBe(expected)
})
