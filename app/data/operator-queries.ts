import { queryOptions } from '@tanstack/react-query'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { withQuery } from '#lib/paths.ts'
import type { Uses } from '#lib/queries/operators/binding-uses.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import type { ClusterRow } from '#lib/queries/operators/cluster-list.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import type { KubeconfigRow } from '#lib/queries/operators/kubeconfig-list.ts'
import type { KindWindow } from '#lib/queries/operators/list-kind.ts'
import type { EventRow } from '#lib/queries/operators/object-detail.ts'
import type { SubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import type { SubscriptionRow } from '#lib/queries/operators/subscription-list.ts'
import type { WaitingQueue } from '#lib/queries/pools/queues.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

// Queries whose key begins with `operators` are refetched after every change of a custom resource.

/** Lists of custom resources by their address. */
export type OperatorList = 'operators/clusters' | 'operators/subscription-requests' | 'operators/kubeconfigs'

/** Polling interval, because the console does not watch Kubernetes Events. */
const EVENTS_MS = 10_000

/** One part of the Clusters list. */
export function clustersQuery(search: ListSearch, part: number) {
  return pagedQuery<KindWindow<ClusterRow>>('operators/clusters', search, part)
}

/** One part of the SubscriptionRequests list. */
export function subscriptionsQuery(search: ListSearch, part: number) {
  return pagedQuery<KindWindow<SubscriptionRow>>('operators/subscription-requests', search, part)
}

/** One part of the kubeconfigs list. */
export function kubeconfigsQuery(search: ListSearch, part: number) {
  return pagedQuery<KindWindow<KubeconfigRow>>('operators/kubeconfigs', search, part)
}

export function kubeconfigQuery(name: string) {
  return objectQuery<KubeconfigDetail>('operators/kubeconfigs', name)
}

export function clusterQuery(name: string) {
  return objectQuery<ClusterDetail>('operators/clusters', name)
}

export function subscriptionQuery(name: string) {
  return objectQuery<SubscriptionDetail>('operators/subscription-requests', name)
}

/** Owner of the queried Clusters and SubscriptionRequests. */
export type UsedBy = { readonly kind: BindingKind; readonly name: string } | { readonly ga: string }

/** Clusters and SubscriptionRequests of a binding or a global account. */
export function usesQuery(used: UsedBy) {
  return queryOptions({
    queryKey: ['operators/uses', used],
    queryFn: ({ signal }) => fetchJson<Uses>(withQuery('/api/v1/operators/uses', used), signal),
  })
}

/** Requests that wait for an account, by pool. */
export function waitingQuery() {
  return queryOptions({
    queryKey: ['operators/waiting'],
    queryFn: ({ signal }) => fetchJson<{ queues: readonly WaitingQueue[] }>('/api/v1/operators/waiting', signal),
    refetchInterval: DATABASE_MS,
  })
}

function objectQuery<Detail>(list: OperatorList, name: string) {
  return queryOptions({
    queryKey: [`${list}/one`, name],
    queryFn: ({ signal }) => fetchJson<Detail>(addressOf(list, name), signal),
  })
}

/** Recent events of a custom resource. */
export function objectEventsQuery(list: OperatorList, name: string) {
  return queryOptions({
    queryKey: [`${list}/events`, name],
    queryFn: ({ signal }) => fetchJson<{ events: readonly EventRow[] }>(`${addressOf(list, name)}/events`, signal),
    refetchInterval: EVENTS_MS,
  })
}

/**
 * Live YAML of a custom resource. `resourceVersion` is part of the key, so that a new object never
 * shows an old text.
 */
export function objectYamlQuery(list: OperatorList, name: string, resourceVersion: string) {
  return queryOptions({
    queryKey: ['object-yaml', list, name, resourceVersion],
    queryFn: ({ signal }) => fetchJson<{ yaml: string }>(`${addressOf(list, name)}/yaml`, signal),
  })
}

function addressOf(list: OperatorList, name: string): string {
  return `/api/v1/${list}/${encodeURIComponent(name)}`
}
