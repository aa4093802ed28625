import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { withQuery } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { ListRequest } from '#lib/queries/list-window.ts'
import type { Overview } from '#lib/queries/overview/overview.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolDetail } from '#lib/queries/pools/pool-detail.ts'
import type { KnownGlobalAccount } from '#lib/queries/simulator/request-options.ts'
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

function bindingAddress(kind: BindingKind, name: string): string {
  return `/api/v1/bindings/${kind}/${encodeURIComponent(name)}`
}
