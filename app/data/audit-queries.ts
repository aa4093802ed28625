import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { AuditNews, AuditPage } from '#lib/queries/audit/list-audit.ts'
import type { ChainStatus } from '#lib/services/audit/chain-check.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import type { ListSearch } from './list-search.ts'

/** Number of actions per page of the audit log. */
export const AUDIT_ROWS = 100

/** Actions that match a search, in its order, page by page. `upTo` excludes later entries. */
export function auditQuery(search: ListSearch, upTo: string | null) {
  return infiniteQueryOptions({
    queryKey: ['audit', search, upTo],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<AuditPage>(withQuery('/api/v1/audit', { ...search, upTo, ...pageParam, limit: AUDIT_ROWS }), signal),
    initialPageParam: null as { readonly before: string; readonly upTo: string } | null,
    getNextPageParam: ({ next, upTo }) => (next === null ? null : { before: next, upTo }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? DATABASE_MS : false),
  })
}

/** Latest actions with any outcome. */
export function recentActionsQuery() {
  return queryOptions({
    queryKey: ['recent-actions'],
    queryFn: ({ signal }) => fetchJson<readonly AuditRow[]>('/api/v1/audit/recent', signal),
    refetchInterval: DATABASE_MS,
  })
}

export interface AuditNewsView extends AuditNews {
  readonly chain: ChainStatus
}

/** Number of entries since `after`, and the status of the hash chain. */
export function auditNewsQuery(q: string, after: string) {
  return queryOptions({
    queryKey: ['audit-news', q, after],
    queryFn: ({ signal }) => fetchJson<AuditNewsView>(withQuery('/api/v1/audit/news', { q, after }), signal),
    placeholderData: keepPreviousData,
    refetchInterval: DATABASE_MS,
  })
}

/** One action of the audit log. Polls until its outcome is known. */
export function auditEntryQuery(seq: string) {
  return queryOptions({
    queryKey: ['audit-entry', seq],
    queryFn: ({ signal }) => fetchJson<AuditEntryView>(`/api/v1/audit/${seq}`, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.row.outcome === 'open' || data.row.outcome === 'unknown' ? DATABASE_MS : false,
  })
}
