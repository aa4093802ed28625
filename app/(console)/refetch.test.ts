import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { refetch, refetchChanged, refetchInvalidated } from './refetch.ts'

const KEYS = [
  ['overview'],
  ['pools', { q: '', sort: '' }],
  ['bindings', { q: '', sort: '' }, 0],
  ['pool', 'aws'],
  ['pool', 'aws~eu'],
  ['binding', 'SecretBinding', 'a'],
  ['binding', 'CredentialsBinding', 'a'],
  ['timeline', 'SecretBinding', 'a'],
  ['timeline', 'CredentialsBinding', 'a'],
  ['allowlist-history', 20],
  ['global-accounts-like', ''],
  ['global-accounts', { q: '', sort: '' }, 0],
  ['global-account', 'ga-1'],
  ['proposal-plan', 'p-1', ['SecretBinding/garden/a', 'SecretBinding/garden/b']],
  ['proposal-plan', 'p-2', ['SecretBinding/garden/b']],
]

const outdated = (notice: { bindings: string[] | null; pools: string[] | null; shoots?: boolean }) => {
  const queries = new QueryClient()
  for (const key of KEYS) queries.setQueryData(key, {})
  refetchChanged(queries, { version: 1, shoots: false, sources: false, ...notice })
  return KEYS.filter(key => queries.getQueryState(key)?.isInvalidated).map(key =>
    key.slice(0, key[0] === 'binding' || key[0] === 'timeline' ? 3 : 2).join(' '),
  )
}

test('a change of one binding refetches the lists, its page and its pool only', () => {
  const touched = outdated({ bindings: ['SecretBinding/garden/a'], pools: ['aws'] })
  expect(touched).toHaveLength(9)
  expect(touched).toContain('timeline SecretBinding a')
  expect(touched).toContain('pool aws')
  expect(touched).toContain('binding SecretBinding a')
  expect(touched).toContain('proposal-plan p-1')
})

test('a notice without keys refetches every query of the inventory', () => {
  expect(outdated({ bindings: null, pools: null })).toHaveLength(14)
})

test('a shoot without a known binding refetches the lists', () => {
  expect(outdated({ bindings: [], pools: [], shoots: true })).toEqual([
    'overview',
    'pools [object Object]',
    'bindings [object Object]',
    'global-accounts [object Object]',
    'global-account ga-1',
  ])
})

test('a notice about sources only refetches no data', () => {
  expect(outdated({ bindings: [], pools: [] })).toEqual([])
})

test('refetches the plan of a bulk action only when one of its bindings changes', () => {
  const queries = new QueryClient()
  const key = ['bulk-plan', 'hold', [{ kind: 'SecretBinding', name: 'a' }], null]
  queries.setQueryData(key, {})
  const isOutdated = (bindings: string[] | null) => {
    refetchChanged(queries, { version: 1, shoots: false, sources: false, bindings, pools: [] })
    return queries.getQueryState(key)?.isInvalidated
  }
  expect(isOutdated(['SecretBinding/garden/b', 'CredentialsBinding/garden/a'])).toBe(false)
  expect(isOutdated(['SecretBinding/garden/b', 'SecretBinding/garden/a'])).toBe(true)
})

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
    refetch(queries, ({ queryKey: [what] }) => what === 'counter')
  }
  const end = () => {
    stop()
    queries.clear()
    focusManager.setFocused(undefined)
    vi.useRealTimers()
  }
  return { queries, counter, shown, change, end }
}

test('shows every answer while changes are faster than answers, including the last one', async () => {
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

test('repeats a failed query when a change arrived during it', async () => {
  const { shown, change, end } = page({ fails: true })
  await vi.advanceTimersByTimeAsync(100)
  change()
  await vi.advanceTimersByTimeAsync(50)
  change()
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual([0, 2])
  end()
})

test('refetches an inactive query when it is shown', async () => {
  const { queries, counter, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  queries.setQueryData(['other'], 1)
  refetch(queries, ({ queryKey: [what] }) => what === 'other')
  await vi.advanceTimersByTimeAsync(200)
  expect(queries.getQueryState(['other'])?.isInvalidated).toBe(true)
  expect(counter.asked).toBe(1)
  change()
  await vi.advanceTimersByTimeAsync(100)
  expect(counter.asked).toBe(2)
  end()
})

test('fetches nothing on a hidden page, and once when it becomes visible', async () => {
  const { queries, counter, shown, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  focusManager.setFocused(false)
  for (let n = 0; n < 20; n++) {
    change()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(counter.asked).toBe(1)
  focusManager.setFocused(true)
  refetchInvalidated(queries)
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual([0, 20])
  expect(counter.asked).toBe(2)
  refetchInvalidated(queries)
  await vi.advanceTimersByTimeAsync(200)
  expect(counter.asked).toBe(2)
  end()
})

test('repeats a query of a page that was hidden during it when the page becomes visible', async () => {
  const { queries, shown, change, end } = page()
  await vi.advanceTimersByTimeAsync(100)
  change()
  await vi.advanceTimersByTimeAsync(50)
  focusManager.setFocused(false)
  change()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown).toEqual([0, 1])
  focusManager.setFocused(true)
  refetchInvalidated(queries)
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toEqual([0, 1, 2])
  end()
})
