import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#app/data/fetch-json.ts'
import { clusterQuery } from '#app/data/operator-queries.ts'
import { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { cluster, knownObjects } from '#lib/queries/operators/testing/known-objects.ts'
import { ObjectView, stopWhenNotFound } from './object-view.tsx'

vi.mock('next/navigation', async original => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}))

const detail = getClusterDetail(knownObjects({ clusters: [cluster({ name: 'c-1' })] }), 'c-1')

/** Renders the page of a cached Cluster whose latest read failed with `error`. */
function page(error: ApiError | null): string {
  const queries = new QueryClient()
  const query = clusterQuery('c-1')
  queries.setQueryData(query.queryKey, detail ?? undefined)
  if (error !== null) queries.getQueryCache().find({ queryKey: query.queryKey })?.setState({ error, status: 'error' })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <ObjectView
        list="operators/clusters"
        what="Cluster"
        name="c-1"
        href="/operators/clusters/c-1"
        query={query}
        badge={() => 'Deleting'}
        facts={() => 'The shoot is being deleted.'}
        side={() => null}
        actions={() => null}
      />
    </QueryClientProvider>,
  )
}

test('shows a deleted object as deleted, with a link to the list and no retry', () => {
  const gone = page(new ApiError(404, 'Cluster not found.'))
  expect(gone).toContain('This Cluster was deleted.')
  expect(gone).toContain('href="/operators/clusters"')
  expect(gone).not.toMatch(/Deleting|is being deleted|Events|YAML/)
})

test('keeps the last known state when a read fails', () => {
  for (const error of [null, new ApiError(503, 'Not now.')])
    expect(page(error)).toMatch(/Deleting.*is being deleted.*Events/)
})

test.each([
  [404, 1],
  [503, 2],
])('after status %s and an invalidation, the query has been sent %s times', async (status, times) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let asked = 0
  const queryKey = ['operators/clusters/one', 'c-1'] as const
  const queryFn = () => {
    asked++
    return Promise.reject(new ApiError(status, 'No.'))
  }
  const observer = new QueryObserver(queries, stopWhenNotFound<string, typeof queryKey>({ queryKey, queryFn }))
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  await queries.invalidateQueries({ queryKey })
  expect(asked).toBe(times)
  stop()
})
