import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { withQuery } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { TimelinePage } from '#lib/queries/timeline.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'

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

function bindingAddress(kind: BindingKind, name: string): string {
  return `/api/v1/bindings/${kind}/${encodeURIComponent(name)}`
}
