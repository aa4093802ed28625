import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { catchUp, refresh } from './refresh.ts'

/** A page that shows a counter with the value at the time of the request; answers take 100 ms. */
function page(options: { fails?: boolean } = {}) {
  vi.useFakeTimers()
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  const counter = { now: 0, asked: 0 }
  const shown: number[] = []
  const stop = new QueryObserver(queries, {
    queryKey: ['counter'],
    queryFn: async () => {
      const { now } = counter
      counter.asked++
      await new Promise(resolve => setTimeout(resolve, 100))
      if (options.fails && counter.asked === 2) throw new Error('busy')
      return now
    },
  }).subscribe(({ data, isFetching }) => {
    if (data !== undefined && !isFetching && shown.at(-1) !== data) shown.push(data)
  })
  const change = () => {
    counter.now++
    refresh(queries, ({ queryKey: [what] }) => what === 'counter')
  }
  const end = () => {
    stop()
    queries.clear()
    focusManager.setFocused(undefined)
    vi.useRealTimers()
  }
  return { queries, counter, shown, change, end }
}

test('changes that come faster than answers are shown all the same, the last one too', async () => {
  const { counter, shown, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  for (let n = 0; n < 30; n++) {
    change()
    await vi.advanceTimersByTimeAsync(30)
  }
  expect(shown.length).toBeGreaterThan(5)
  await vi.advanceTimersByTimeAsync(200)
  expect(shown.at(-1)).toBe(30)
  // Requests do not overlap: 900 ms of changes, 100 ms for each answer.
  expect(counter.asked).toBeLessThan(13)
  end()
})

test('an answer that fails is asked for once more where something changed meanwhile', async () => {
  const { shown, change, end } = page({ fails: true })
  await vi.advanceTimersByTimeAsync(100)
  change()
  await vi.advanceTimersByTimeAsync(50)
  change()
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual([0, 2])
  end()
})

test('what is not on the page is read when it is opened', async () => {
  const { queries, counter, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  queries.setQueryData(['other'], 1)
  refresh(queries, ({ queryKey: [what] }) => what === 'other')
  await vi.advanceTimersByTimeAsync(200)
  expect(queries.getQueryState(['other'])?.isInvalidated).toBe(true)
  expect(counter.asked).toBe(1)
  change()
  await vi.advanceTimersByTimeAsync(100)
  expect(counter.asked).toBe(2)
  end()
})

test('a page that nobody can see reads nothing, and catches up once when somebody looks', async () => {
  const { queries, counter, shown, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  focusManager.setFocused(false)
  for (let n = 0; n < 20; n++) {
    change()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(counter.asked).toBe(1)
  focusManager.setFocused(true)
  catchUp(queries)
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual([0, 20])
  expect(counter.asked).toBe(2)
  catchUp(queries)
  await vi.advanceTimersByTimeAsync(200)
  expect(counter.asked).toBe(2)
  end()
})

test('what changes after a question of a page that is then hidden is asked for when somebody looks', async () => {
  const { queries, shown, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  change()
  await vi.advanceTimersByTimeAsync(50)
  focusManager.setFocused(false)
  change()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown).toEqual([0, 1])
  focusManager.setFocused(true)
  catchUp(queries)
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual([0, 1, 2])
  end()
})
