import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeBell } from './change-bell.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bell() {
  const sources = new Set<() => void>()
  const made = new ChangeBell(listener => {
    sources.add(listener)
    return () => sources.delete(listener)
  })
  const change = () => {
    for (const source of sources) source()
  }
  return { bell: made, sources, change }
}

test.each([
  [1, 200],
  [30, 300],
  [100, 600],
])('%i pages hear of a burst together, after %i ms', (pages, after) => {
  const { bell: shared, change } = bell()
  const heard = vi.fn()
  for (let n = 0; n < pages; n++) shared.subscribe(() => heard())
  change()
  vi.advanceTimersByTime(after - 1)
  change()
  expect(heard).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard).toHaveBeenCalledTimes(pages)
  vi.advanceTimersByTime(10_000)
  expect(heard).toHaveBeenCalledTimes(pages)
  change()
  vi.advanceTimersByTime(after)
  expect(heard).toHaveBeenCalledTimes(2 * pages)
})

test('nothing is followed while nobody listens, and who has left hears nothing', () => {
  const { bell: shared, sources, change } = bell()
  const heard = vi.fn()
  const leave = shared.subscribe(() => heard())
  const leaveToo = shared.subscribe(() => heard())
  expect(sources.size).toBe(1)
  change()
  leave()
  expect(sources.size).toBe(1)
  leaveToo()
  expect(sources.size).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect(heard).not.toHaveBeenCalled()
  shared.subscribe(() => heard())
  change()
  vi.advanceTimersByTime(200)
  expect(heard).toHaveBeenCalledOnce()
})
