import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logError } from '#lib/telemetry/log.ts'
import { ChangeThrottle, followNumber } from './change-throttle.ts'

vi.mock('#lib/telemetry/log.ts', () => ({ logError: vi.fn() }))

const COLLECT_MS = 50
const THROTTLE_MS = 500

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function throttle() {
  const sources = new Set<() => void>()
  const shared = new ChangeThrottle(listener => {
    sources.add(listener)
    return () => sources.delete(listener)
  })
  const change = () => {
    for (const source of sources) source()
  }
  return { shared, sources, change }
}

test('merges the changes of a write and notifies all listeners together', () => {
  const { shared, change } = throttle()
  const [one, other] = [vi.fn(), vi.fn()]
  shared.subscribe(one)
  shared.subscribe(other)
  change()
  vi.advanceTimersByTime(COLLECT_MS - 1)
  change()
  expect(one).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([one, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  vi.advanceTimersByTime(10_000)
  expect([one, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('notifies twice per second about 20 changes per second, including the last change', () => {
  const { shared, change } = throttle()
  let version = 0
  const seen: number[] = []
  shared.subscribe(() => void seen.push(version))
  for (; version < 200; version++) {
    change()
    vi.advanceTimersByTime(50)
  }
  change()
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(seen.length).toBeGreaterThanOrEqual(20)
  expect(seen.length).toBeLessThanOrEqual(22)
  expect(seen.at(-1)).toBe(200)
})

test('notifies of a change that a listener causes', () => {
  const { shared, change } = throttle()
  const times: number[] = []
  shared.subscribe(() => {
    if (times.push(performance.now()) === 1) change()
  })
  change()
  vi.advanceTimersByTime(10_000)
  expect(times.map(time => time - (times[0] ?? 0))).toEqual([0, THROTTLE_MS])
})

test('follows its source only while it has listeners', () => {
  const { shared, sources, change } = throttle()
  const listener = vi.fn()
  const unsubscribe = shared.subscribe(listener)
  const unsubscribeOther = shared.subscribe(() => {})
  expect(sources.size).toBe(1)
  change()
  unsubscribe()
  expect(sources.size).toBe(1)
  unsubscribeOther()
  expect(sources.size).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect(listener).not.toHaveBeenCalled()
  shared.subscribe(listener)
  change()
  vi.advanceTimersByTime(COLLECT_MS)
  expect(listener).toHaveBeenCalledOnce()
})

test('a listener that unsubscribes others during a notification skips them', () => {
  const { shared, change } = throttle()
  const late = vi.fn()
  const skipped = vi.fn()
  let unsubscribe = () => {}
  shared.subscribe(() => {
    unsubscribe()
    shared.subscribe(late)
  })
  unsubscribe = shared.subscribe(skipped)
  change()
  vi.advanceTimersByTime(COLLECT_MS)
  expect([late, skipped].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  change()
  vi.advanceTimersByTime(THROTTLE_MS)
  expect(late).toHaveBeenCalledOnce()
})

test('logs an error of a listener, and notifies the others', () => {
  const { shared, change } = throttle()
  const listener = vi.fn()
  shared.subscribe(() => {
    throw new Error('broken listener')
  })
  shared.subscribe(listener)
  for (const times of [1, 2]) {
    change()
    vi.advanceTimersByTime(THROTTLE_MS)
    expect(listener).toHaveBeenCalledTimes(times)
  }
  expect(logError).toHaveBeenCalledTimes(2)
})

test('polls a number, and reports a change once until it is stopped', () => {
  let number = 3
  const listener = vi.fn()
  const stop = followNumber(() => number, listener)
  vi.advanceTimersByTime(5_000)
  expect(listener).not.toHaveBeenCalled()
  number = 4
  vi.advanceTimersByTime(5_000)
  expect(listener).toHaveBeenCalledOnce()
  stop()
  number = 5
  vi.advanceTimersByTime(5_000)
  expect(listener).toHaveBeenCalledOnce()
})
