import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryText, withQuery } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import type { ListWindow } from '#lib/queries/lists/list-window.ts'
import type { KnownGlobalAccount } from '#lib/queries/simulator/request-options.ts'
import type { TimelinePage } from '#lib/queries/timeline.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

const ADDRESS = '/api/v1/global-accounts'

/**
 * Global accounts whose id begins with a text, for completion. An empty `start` is sent too,
 * because it distinguishes this query from the list.
 */
export function globalAccountsLikeQuery(start: string) {
  return queryOptions({
    queryKey: ['global-accounts-like', start],
    queryFn: ({ signal }) =>
      fetchJson<{ globalAccounts: readonly KnownGlobalAccount[] }>(
        `${ADDRESS}?${queryText(new URLSearchParams({ start }))}`,
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** One part of the global accounts list. */
export function globalAccountsQuery(search: ListSearch, part: number) {
  return pagedQuery<ListWindow<GlobalAccountRow>>('global-accounts', search, part)
}

export function globalAccountQuery(id: string) {
  return queryOptions({
    queryKey: ['global-account', id],
    queryFn: ({ signal }) => fetchJson<GlobalAccountDetail>(addressOf(id), signal),
  })
}

/** Events of a global account, newest first, page by page. Polls like bindingTimelineQuery. */
export function globalAccountTimelineQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['global-account-timeline', id],
    queryFn: ({ pageParam: before, signal }) =>
      fetchJson<TimelinePage>(withQuery(`${addressOf(id)}/timeline`, { before }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: 0,
    refetchInterval: DATABASE_MS,
  })
}

function addressOf(id: string): string {
  return `${ADDRESS}/${encodeURIComponent(id)}`
}
