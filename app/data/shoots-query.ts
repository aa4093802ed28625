import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListSearch } from '#app/(console)/list-search.ts'
import { withQuery } from '#lib/paths.ts'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import { WINDOW_ROWS } from './window-rows.ts'

/** One part of the list of shoots, from row `part * WINDOW_ROWS` on. */
export function shootsQuery(search: ListSearch, part: number) {
  const window = { ...search, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: ['shoots', search, part],
    queryFn: ({ signal }) => fetchJson<ShootsView>(withQuery('/api/v1/shoots', window), signal),
    placeholderData: keepPreviousData,
    refetchInterval: DATABASE_MS,
  })
}
