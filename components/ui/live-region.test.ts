import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Throttle } from './live-region.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = () => {
  const passed: string[] = []
  return { passed, throttle: new Throttle<string>('', 3_000, words => passed.push(words)) }
}

test('passes one change immediately', () => {
  const { passed, throttle } = start()
  throttle.offer('Reconnecting')
  expect(passed).toEqual(['Reconnecting'])
})

test('passes the first and last value of a burst, at least three seconds apart', () => {
  const { passed, throttle } = start()
  for (let at = 0; at < 7_000; at += 100) {
    throttle.offer(`${at} bindings`)
    vi.advanceTimersByTime(100)
  }
  expect(passed).toHaveLength(3)
  expect(passed[0]).toBe('0 bindings')
  vi.advanceTimersByTime(3_000)
  expect(passed).toHaveLength(4)
  expect(passed.at(-1)).toBe('6900 bindings')
})

test('does not pass an unchanged value', () => {
  const { passed, throttle } = start()
  throttle.offer('Stale')
  throttle.offer('Live')
  throttle.offer('Stale')
  vi.advanceTimersByTime(10_000)
  expect(passed).toEqual(['Stale'])
})

test('passes nothing after stop', () => {
  const { passed, throttle } = start()
  throttle.offer('Stale')
  throttle.offer('Live')
  throttle.stop()
  vi.advanceTimersByTime(10_000)
  expect(passed).toEqual(['Stale'])
})
