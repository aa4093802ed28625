import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followNumber } from './follow-number.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('another number is told once, within a second, until nobody listens', () => {
  let number = 3
  const heard = vi.fn()
  const end = followNumber(() => number, heard)
  vi.advanceTimersByTime(5_000)
  expect(heard).not.toHaveBeenCalled()
  number = 4
  vi.advanceTimersByTime(1_000)
  expect(heard).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  expect(heard).toHaveBeenCalledTimes(1)
  end()
  number = 5
  vi.advanceTimersByTime(5_000)
  expect(heard).toHaveBeenCalledTimes(1)
})
