import { expect, test, vi } from 'vitest'
import { Visit } from './visit.ts'

test('a visit ends with its timeout or its run, with a message', () => {
  vi.useFakeTimers()
  const { signal } = new Visit(new AbortController().signal, 60_000)
  vi.advanceTimersByTime(59_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.reason).toMatchObject({ kind: 'timeout', because: 'its server took longer than 60 s in total.' })
  const run = new AbortController()
  const visit = new Visit(run.signal, 60_000)
  run.abort('over')
  expect(visit.signal.reason).toBe('over')
  visit.end()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
