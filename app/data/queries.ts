import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AllowlistAnswer } from '#app/api/allowlist-answer.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { withQuery } from '#lib/paths.ts'
import type { AllowlistHistory } from '#lib/queries/allowlist/history.ts'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import type { AuditNews, AuditPage } from '#lib/queries/audit/list-audit.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { MatchingBindings } from '#lib/queries/bindings/matching-bindings.ts'
import type { ListRequest } from '#lib/queries/list-window.ts'
import type { Overview } from '#lib/queries/overview/overview.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolDetail } from '#lib/queries/pools/pool-detail.ts'
import type { KnownGlobalAccount } from '#lib/queries/simulator/request-options.ts'
import type { TimelinePage } from '#lib/queries/timeline/timeline.ts'
import type { ChainStatus } from '#lib/services/audit/chain-check.ts'
import type { JobDetail, JobList } from '#lib/services/jobs/job-view.ts'
import { fetchJson } from './fetch-json.ts'

/** Rows of one part of a windowed list. */
export const WINDOW_ROWS = 100

type Search = Pick<ListRequest, 'q' | 'sort'>

/** The first page. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchJson<Overview>('/api/v1/overview', signal),
  })
}

/** The pools a search leaves. */
export function poolsQuery(search: Search) {
  return queryOptions({
    queryKey: ['pools', search],
    queryFn: ({ signal }) => fetchJson<PoolsView>(withQuery('/api/v1/pools', search), signal),
    placeholderData: keepPreviousData,
  })
}

/** One pool by its key. */
export function poolQuery(key: string) {
  return queryOptions({
    queryKey: ['pool', key],
    queryFn: ({ signal }) => fetchJson<PoolDetail>(`/api/v1/pools/${encodeURIComponent(key)}`, signal),
  })
}

/** One part of the bindings list, from row `part * WINDOW_ROWS` on. */
export function bindingsQuery(search: Search, part: number) {
  const window = { ...search, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: ['bindings', search, part],
    queryFn: ({ signal }) => fetchJson<BindingsView>(withQuery('/api/v1/bindings', window), signal),
    placeholderData: keepPreviousData,
  })
}

/** The names of all bindings a search leaves, as many as can be chosen at once. */
export function fetchMatching(search: Search): Promise<MatchingBindings> {
  return fetchJson(withQuery('/api/v1/bindings/matching', search), AbortSignal.timeout(30_000))
}

/** The bulk jobs from the newest on. */
export function jobsQuery() {
  return queryOptions({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => fetchJson<JobList>('/api/v1/jobs', signal),
  })
}

/** One part of the targets of a job, with the job; `status` is a list of outcomes, or empty for all. */
export function jobQuery(id: string, status: string, part: number) {
  const window = { status, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: ['job', id, status, part],
    queryFn: ({ signal }) => fetchJson<JobDetail>(withQuery(`/api/v1/jobs/${encodeURIComponent(id)}`, window), signal),
    placeholderData: keepPreviousData,
  })
}

/** One binding of HAP. */
export function bindingQuery(kind: BindingKind, name: string) {
  return queryOptions({
    queryKey: ['binding', kind, name],
    queryFn: ({ signal }) => fetchJson<BindingDetail>(bindingAddress(kind, name), signal),
  })
}

/** The object as the API server has it now; changes with `resourceVersion`, so that an old text is never shown for a new object. */
export function bindingYamlQuery(kind: BindingKind, name: string, resourceVersion: string) {
  return queryOptions({
    queryKey: ['binding-yaml', kind, name, resourceVersion],
    queryFn: ({ signal }) => fetchJson<{ yaml: string }>(`${bindingAddress(kind, name)}/yaml`, signal),
  })
}

/** What happened to a binding, page by page from the newest on; read again now and then, since no event tells of the database. */
export function bindingTimelineQuery(kind: BindingKind, name: string) {
  return infiniteQueryOptions({
    queryKey: ['timeline', kind, name],
    queryFn: ({ pageParam: before, signal }) =>
      fetchJson<TimelinePage>(withQuery(`${bindingAddress(kind, name)}/timeline`, { before }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: 0,
    refetchInterval: DATABASE_MS,
  })
}

/** Actions of one page of the audit log. */
export const AUDIT_ROWS = 100

/** What changes in the database alone is in no event of the server, see docs/decisions/012. */
const DATABASE_MS = 5_000

/** The actions a search finds, page by page from the newest on; `upTo` keeps what is written later out of them. */
export function auditQuery(q: string, upTo: string | null) {
  return infiniteQueryOptions({
    queryKey: ['audit', q, upTo],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<AuditPage>(withQuery('/api/v1/audit', { q, upTo, ...pageParam, limit: AUDIT_ROWS }), signal),
    initialPageParam: null as { readonly before: string; readonly upTo: string } | null,
    getNextPageParam: ({ next, upTo }) => (next === null ? null : { before: next, upTo }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? DATABASE_MS : false),
  })
}

export interface AuditNewsView extends AuditNews {
  readonly chain: ChainStatus
}

/** What was written to the audit log since entry `after`, and whether its chain is whole. */
export function auditNewsQuery(q: string, after: string) {
  return queryOptions({
    queryKey: ['audit-news', q, after],
    queryFn: ({ signal }) => fetchJson<AuditNewsView>(withQuery('/api/v1/audit/news', { q, after }), signal),
    placeholderData: keepPreviousData,
    refetchInterval: DATABASE_MS,
  })
}

/** One action of the audit log; read again until it is known what came of it. */
export function auditEntryQuery(seq: string) {
  return queryOptions({
    queryKey: ['audit-entry', seq],
    queryFn: ({ signal }) => fetchJson<AuditEntryView>(`/api/v1/audit/${seq}`, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.row.outcome === 'open' || data.row.outcome === 'unknown' ? DATABASE_MS : false,
  })
}

export function globalAccountsQuery(start: string) {
  return queryOptions({
    queryKey: ['global-accounts', start],
    queryFn: ({ signal }) =>
      fetchJson<{ globalAccounts: readonly KnownGlobalAccount[] }>(
        withQuery('/api/v1/global-accounts', { start }),
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Allowlist and limits in force. */
export function allowlistQuery() {
  return queryOptions({
    queryKey: ['allowlist'],
    queryFn: ({ signal }) => fetchJson<AllowlistAnswer>('/api/v1/allowlist', signal),
  })
}

/** The last versions of them. */
export function allowlistHistoryQuery(limit: number) {
  return queryOptions({
    queryKey: ['allowlist-history', limit],
    queryFn: ({ signal }) => fetchJson<AllowlistHistory>(withQuery('/api/v1/allowlist/history', { limit }), signal),
    placeholderData: keepPreviousData,
  })
}

function bindingAddress(kind: BindingKind, name: string): string {
  return `/api/v1/bindings/${kind}/${encodeURIComponent(name)}`
}
