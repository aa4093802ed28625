import type { MatchingBindings } from '#lib/queries/bindings/list-bindings.ts'
import { fetchApi } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

/** One part of the bindings list. */
export const bindingsQuery = (search: ListSearch, part: number) => pagedQuery('bindings', search, part)

/** Names of all bindings that match a search, up to the maximum selection. */
export function fetchMatching(search: ListSearch): Promise<MatchingBindings> {
  return fetchApi('/bindings/matching', { query: search }, AbortSignal.timeout(30_000))
}
