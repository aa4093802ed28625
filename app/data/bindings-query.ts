import { withQuery } from '#lib/paths.ts'
import type { BindingsView, MatchingBindings } from '#lib/queries/bindings/list-bindings.ts'
import { fetchJson } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

/** One part of the bindings list. */
export const bindingsQuery = (search: ListSearch, part: number) => pagedQuery<BindingsView>('bindings', search, part)

/** Names of all bindings that match a search, up to the maximum selection. */
export function fetchMatching(search: ListSearch): Promise<MatchingBindings> {
  return fetchJson(withQuery('/api/v1/bindings/matching', search), AbortSignal.timeout(30_000))
}
