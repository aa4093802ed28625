import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchApi } from './fetch-json.ts'
import type { ListSearch } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

/** Pools that match a search. */
export function poolsQuery(search: ListSearch) {
  return queryOptions({
    queryKey: ['pools', search],
    queryFn: ({ signal }) => fetchApi('/pools', { query: search }, signal),
    placeholderData: keepPreviousData,
    // No event announces changes of the queue.
    refetchInterval: POLL_MS,
  })
}

/** One pool by its key. */
export function poolQuery(key: string) {
  return queryOptions({
    queryKey: ['pool', key],
    queryFn: ({ signal }) => fetchApi('/pools/:key', { params: { key } }, signal),
  })
}
