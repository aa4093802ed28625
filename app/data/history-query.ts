import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Window } from '#lib/hap/pools/alarm.ts'
import { withQuery } from '#lib/paths.ts'
import type { PoolHistory } from '#lib/queries/pools/pool-history.ts'
import { fetchJson } from './fetch-json.ts'

/** What a rate is made of does not change within a minute. */
const STALE_MS = 60_000

/** How often is asked while nothing was written down: the first lines come seconds after the first start. */
const EMPTY_MS = 3_000

/** What was claimed and freed within the last days, and how long pools last: of all pools, or of one by its key. */
export function historyQuery(window: Window, pool: string | null = null) {
  return queryOptions({
    queryKey: ['history', window, pool],
    queryFn: ({ signal }) => fetchJson<PoolHistory>(withQuery('/api/v1/history', { window, pool }), signal),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval: ({ state: { data } }) => (data?.since === null ? EMPTY_MS : STALE_MS),
  })
}
