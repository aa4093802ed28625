import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { repeat, stuckLoops } from './repeat.ts'

const error = vi.hoisted(() => vi.fn())
vi.mock('#lib/telemetry/log.ts', () => ({ log: () => ({ error }) }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  error.mockClear()
})

describe('a loop', () => {
  test('runs immediately, and again after each round', async () => {
    const work = vi.fn(async () => {})
    const end = repeat(1_000, work, 'nothing was done')
    await vi.advanceTimersByTimeAsync(2_500)
    end()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  test('abandons a hung round, counts as stuck until a round ends, and continues', async () => {
    let isHung = true
    const work = vi.fn(() => (isHung ? new Promise(() => {}) : Promise.resolve()))
    const end = repeat(1_000, work, 'the rules were not read', { timeoutMs: 10_000 })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(stuckLoops()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(stuckLoops()).toEqual([expect.stringContaining('the rules were not read')])
    expect(error).toHaveBeenCalledTimes(1)
    isHung = false
    await vi.advanceTimersByTimeAsync(11_000)
    expect(work.mock.calls.length).toBeGreaterThan(2)
    expect(stuckLoops()).toEqual([])
    end()
  })

  test('is removed at its end', async () => {
    const end = repeat(1_000, () => new Promise(() => {}), 'hung', { timeoutMs: 10 })
    await vi.advanceTimersByTimeAsync(20)
    expect(stuckLoops()).toHaveLength(1)
    end()
    expect(stuckLoops()).toEqual([])
  })

  test.each([
    ['logs what fails', new Error('x'), 1],
    ['leaves a database that does not answer to the store', new StoreError('x'), 0],
  ])('%s', async (_, thrown, times) => {
    const end = repeat(1_000, () => Promise.reject(thrown), 'failed')
    await vi.advanceTimersByTimeAsync(10)
    expect(error).toHaveBeenCalledTimes(times)
    expect(stuckLoops()).toEqual([])
    end()
  })
})
