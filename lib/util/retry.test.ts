import { expect, test } from 'vitest'
import { backOffMs, createBackOff, retry, spread } from './retry.ts'

const BOUNDS = { firstMs: 4, maxMs: 400 }

test.each([
  [0, 4],
  [1, 8],
  [6, 256],
  [7, 400],
  [5_000, 400],
])('before retry %d the back-off lasts %d ms', (retries, ms) => {
  expect(backOffMs(retries, BOUNDS)).toBe(ms)
})

test('jitter shortens a wait by up to half', () => {
  expect([spread(100, 0), spread(100, 0.5), spread(100, 1)]).toEqual([50, 75, 100])
})

test('grows, honours Retry-After, and starts over after a reset', () => {
  const backOff = createBackOff(() => 1, BOUNDS)
  expect([backOff.next(), backOff.next(), backOff.next(1_000)]).toEqual([4, 8, 1_016])
  backOff.reset()
  expect(backOff.next()).toBe(4)
})

test('retries until the work succeeds', async () => {
  const seen: unknown[] = []
  let calls = 0
  const work = () => (++calls < 3 ? Promise.reject(new Error(`${calls}`)) : Promise.resolve('done'))
  const pause = async (error: unknown, retries: number) => void seen.push([(error as Error).message, retries])
  expect(await retry(work, pause)).toBe('done')
  expect(seen).toEqual([
    ['1', 0],
    ['2', 1],
  ])
})

test('throws the error of the pause', async () => {
  const cancelled = new Error('cancelled')
  const work = () => Promise.reject(new Error('busy'))
  await expect(retry(work, () => Promise.reject(cancelled))).rejects.toBe(cancelled)
})
