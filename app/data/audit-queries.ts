import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ApiAnswer, fetchApi } from './fetch-json.ts'
import type { ListSearch } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

/** Number of actions per page of the audit log. */
export const AUDIT_ROWS = 100

/** Actions that match a search, in its order, page by page. `upTo` excludes later entries. */
export function auditQuery(search: ListSearch, upTo: string | null) {
  return infiniteQueryOptions({
    queryKey: ['audit', search, upTo],
    queryFn: ({ pageParam, signal }) =>
      fetchApi('/audit', { query: { ...search, upTo, ...pageParam, limit: AUDIT_ROWS } }, signal),
    initialPageParam: null as { readonly before: string; readonly upTo: string } | null,
    getNextPageParam: ({ next, upTo }) => (next === null ? null : { before: next, upTo }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? POLL_MS : false),
  })
}

/** Latest actions with any outcome. */
export function recentActionsQuery() {
  return queryOptions({
    queryKey: ['recent-actions'],
    queryFn: ({ signal }) => fetchApi('/audit/recent', {}, signal),
    refetchInterval: POLL_MS,
  })
}

export type AuditNewsView = ApiAnswer<'/audit/news'>

/** Number of entries since `after`, and the status of the hash chain. */
export function auditNewsQuery(q: string, after: string) {
  return queryOptions({
    queryKey: ['audit-news', q, after],
    queryFn: ({ signal }) => fetchApi('/audit/news', { query: { q, after } }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

/** One action of the audit log. Polls until its outcome is known. */
export function auditEntryQuery(seq: string) {
  return queryOptions({
    queryKey: ['audit-entry', seq],
    queryFn: ({ signal }) => fetchApi('/audit/:seq', { params: { seq } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.row.outcome === 'open' || data.row.outcome === 'unknown' ? POLL_MS : false,
  })
}
