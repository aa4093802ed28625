import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { withQuery } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { TimelinePage } from '#lib/queries/timeline.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'

/** One binding. */
export function bindingQuery(kind: BindingKind, name: string) {
  return queryOptions({
    queryKey: ['binding', kind, name],
    queryFn: ({ signal }) => fetchJson<BindingDetail>(bindingAddress(kind, name), signal),
  })
}

/**
 * Live YAML of a binding. `resourceVersion` is part of the key, so that a new object never shows an
 * old text.
 */
export function bindingYamlQuery(kind: BindingKind, name: string, resourceVersion: string) {
  return queryOptions({
    queryKey: ['binding-yaml', kind, name, resourceVersion],
    queryFn: ({ signal }) => fetchJson<{ yaml: string }>(`${bindingAddress(kind, name)}/yaml`, signal),
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
