import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Throttle } from './live-region.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hear = () => {
  const heard: string[] = []
  return { heard, throttle: new Throttle<string>('', 3_000, words => heard.push(words)) }
}

test('passes one change at once', () => {
  const { heard, throttle } = hear()
  throttle.offer('Reconnecting')
  expect(heard).toEqual(['Reconnecting'])
})

test('passes the first and last value of a burst, at least three seconds apart', () => {
  const { heard, throttle } = hear()
  for (let at = 0; at < 7_000; at += 100) {
    throttle.offer(`${at} bindings`)
    vi.advanceTimersByTime(100)
  }
  expect(heard).toHaveLength(3)
  expect(heard[0]).toBe('0 bindings')
  vi.advanceTimersByTime(3_000)
  expect(heard).toHaveLength(4)
  expect(heard.at(-1)).toBe('6900 bindings')
})

test('does not pass an unchanged value', () => {
  const { heard, throttle } = hear()
  throttle.offer('Stale')
  throttle.offer('Live')
  throttle.offer('Stale')
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual(['Stale'])
})

test('passes nothing after stop', () => {
  const { heard, throttle } = hear()
  throttle.offer('Stale')
  throttle.offer('Live')
  throttle.stop()
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual(['Stale'])
})
