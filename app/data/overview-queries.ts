import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Window } from '#lib/hap/pools/alarm.ts'
import { fetchApi } from './fetch-json.ts'
import { POLL_MS } from './query-client.ts'

/** Data of the overview page. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchApi('/overview', {}, signal),
    // No event announces changes of the queue.
    refetchInterval: POLL_MS,
  })
}

/** The inputs of a rate change slowly. */
const STALE_MS = 60_000

/**
 * Polling interval while the history is empty. The first records follow seconds after the first
 * start.
 */
const EMPTY_MS = 3_000

/**
 * Claims and releases accounts of the last days, and the runways, for all pools or the pool with a
 * key.
 */
export function historyQuery(window: Window, pool: string | null = null) {
  return queryOptions({
    queryKey: ['history', window, pool],
    queryFn: ({ signal }) => fetchApi('/history', { query: { window, pool } }, signal),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval: ({ state: { data } }) => (data?.since === null ? EMPTY_MS : STALE_MS),
  })
}
