import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolDetail } from '#lib/queries/pools/pool-detail.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import type { ListSearch } from './list-search.ts'

/** Pools that match a search. */
export function poolsQuery(search: ListSearch) {
  return queryOptions({
    queryKey: ['pools', search],
    queryFn: ({ signal }) => fetchJson<PoolsView>(withQuery('/api/v1/pools', search), signal),
    placeholderData: keepPreviousData,
    // No event announces changes of the queue.
    refetchInterval: DATABASE_MS,
  })
}

/** One pool by its key. */
export function poolQuery(key: string) {
  return queryOptions({
    queryKey: ['pool', key],
    queryFn: ({ signal }) => fetchJson<PoolDetail>(`/api/v1/pools/${encodeURIComponent(key)}`, signal),
  })
}
