import { expect, onTestFinished, test, vi } from 'vitest'
import { resultWithin } from './result-within.ts'

test('returns the result, or the other value at the end of the time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  expect(await resultWithin(Promise.resolve('result'), 10, 'other')).toBe('result')
  const late = resultWithin(new Promise(() => {}), 10, 'other')
  await vi.advanceTimersByTimeAsync(10)
  expect(await late).toBe('other')
  expect(vi.getTimerCount()).toBe(0)
})

test('throws the error of the work, and ignores one that comes late', async () => {
  await expect(resultWithin(Promise.reject(new Error('failed')), 10, null)).rejects.toThrow('failed')
  const work = Promise.withResolvers<never>()
  expect(await resultWithin(work.promise, 1, null)).toBeNull()
  work.reject(new Error('late'))
})
