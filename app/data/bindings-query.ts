import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListSearch } from '#app/(console)/list-search.ts'
import { withQuery } from '#lib/paths.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { MatchingBindings } from '#lib/queries/bindings/matching-bindings.ts'
import { fetchJson } from './fetch-json.ts'
import { WINDOW_ROWS } from './window-rows.ts'

/** One part of the bindings list, from row `part * WINDOW_ROWS` on. */
export function bindingsQuery(search: ListSearch, part: number) {
  const window = { ...search, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: ['bindings', search, part],
    queryFn: ({ signal }) => fetchJson<BindingsView>(withQuery('/api/v1/bindings', window), signal),
    placeholderData: keepPreviousData,
  })
}

/** The names of all bindings a search leaves, as many as can be chosen at once. */
export function fetchMatching(search: ListSearch): Promise<MatchingBindings> {
  return fetchJson(withQuery('/api/v1/bindings/matching', search), AbortSignal.timeout(30_000))
}
