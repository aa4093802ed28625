import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Throttle } from './live-region.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hear = () => {
  const heard: string[] = []
  return { heard, throttle: new Throttle<string>('', 3_000, words => heard.push(words)) }
}

test('one change is told at once', () => {
  const { heard, throttle } = hear()
  throttle.offer('Reconnecting')
  expect(heard).toEqual(['Reconnecting'])
})

test('of a burst the first and the last are told, and none sooner than three seconds after another', () => {
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

test('what is as it was told is not told again', () => {
  const { heard, throttle } = hear()
  throttle.offer('Stale')
  throttle.offer('Live')
  throttle.offer('Stale')
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual(['Stale'])
})

test('who has left hears nothing', () => {
  const { heard, throttle } = hear()
  throttle.offer('Stale')
  throttle.offer('Live')
  throttle.stop()
  vi.advanceTimersByTime(10_000)
  expect(heard).toEqual(['Stale'])
})
