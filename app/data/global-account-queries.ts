import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryText } from '#lib/paths.ts'
import { type ApiAnswer, fetchApi, fetchJson } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

/**
 * Global accounts whose id begins with a text, for completion. An empty `start` is sent too,
 * because it distinguishes this query from the list.
 */
export function globalAccountsLikeQuery(start: string) {
  return queryOptions({
    queryKey: ['global-accounts-like', start],
    queryFn: ({ signal }) =>
      fetchJson<Extract<ApiAnswer<'/global-accounts'>, { readonly globalAccounts: unknown }>>(
        `/api/v1/global-accounts?${queryText(new URLSearchParams({ start }))}`,
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** One part of the global accounts list. */
export function globalAccountsQuery(search: ListSearch, part: number) {
  return pagedQuery('global-accounts', search, part)
}

export function globalAccountQuery(id: string) {
  return queryOptions({
    queryKey: ['global-account', id],
    queryFn: ({ signal }) => fetchApi('/global-accounts/:id', { params: { id } }, signal),
  })
}

/** Events of a global account, newest first, page by page. Polls like bindingTimelineQuery. */
export function globalAccountTimelineQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['global-account-timeline', id],
    queryFn: ({ pageParam: before, signal }) =>
      fetchApi('/global-accounts/:id/timeline', { params: { id }, query: { before } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

/** Allowlist and limits in force. */
export function allowlistQuery() {
  return queryOptions({
    queryKey: ['allowlist'],
    queryFn: ({ signal }) => fetchApi('/allowlist', {}, signal),
  })
}

/** Latest versions of allowlist and limits. */
export function allowlistHistoryQuery(limit: number) {
  return queryOptions({
    queryKey: ['allowlist-history', limit],
    queryFn: ({ signal }) => fetchApi('/allowlist/history', { query: { limit } }, signal),
    placeholderData: keepPreviousData,
  })
}
