import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { MatchingBindings } from '#lib/queries/bindings/list-bindings.ts'
import { fetchApi } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

/** One binding. */
export function bindingQuery(kind: BindingKind, name: string) {
  return queryOptions({
    queryKey: ['binding', kind, name],
    queryFn: ({ signal }) => fetchApi('/bindings/:kind/:name', { params: { kind, name } }, signal),
  })
}

/**
 * Live YAML of a binding. `resourceVersion` is part of the key, so that a new object never shows an
 * old text.
 */
export function bindingYamlQuery(kind: BindingKind, name: string, resourceVersion: string) {
  return queryOptions({
    queryKey: ['binding-yaml', kind, name, resourceVersion],
    queryFn: ({ signal }) => fetchApi('/bindings/:kind/:name/yaml', { params: { kind, name } }, signal),
  })
}

/**
 * Events of a binding, newest first, page by page. Polls, because no event announces changes of the
 * database.
 */
export function bindingTimelineQuery(kind: BindingKind, name: string) {
  return infiniteQueryOptions({
    queryKey: ['timeline', kind, name],
    queryFn: ({ pageParam: before, signal }) =>
      fetchApi('/bindings/:kind/:name/timeline', { params: { kind, name }, query: { before } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

/** One part of the bindings list. */
export const bindingsQuery = (search: ListSearch, part: number) => pagedQuery('bindings', search, part)

/** Names of all bindings that match a search, up to the maximum selection. */
export function fetchMatching(search: ListSearch): Promise<MatchingBindings> {
  return fetchApi('/bindings/matching', { query: search }, AbortSignal.timeout(30_000))
}
