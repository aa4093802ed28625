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
import type { ListSearch } from './list-search.ts'
import { partedQuery } from './parted-query.ts'

// Keys that begin with `operators` are read again whenever a custom resource changes.

/** The lists of custom resources by their addresses. */
export type OperatorList = 'operators/clusters' | 'operators/subscription-requests' | 'operators/kubeconfigs'

/** Kubernetes tells of no event that is about another object. */
const EVENTS_MS = 10_000

/** One part of the list of Clusters. */
export function clustersQuery(search: ListSearch, part: number) {
  return partedQuery<KindWindow<ClusterRow>>('operators/clusters', search, part)
}

/** One part of the list of SubscriptionRequests. */
export function subscriptionsQuery(search: ListSearch, part: number) {
  return partedQuery<KindWindow<SubscriptionRow>>('operators/subscription-requests', search, part)
}

/** One part of the register of kubeconfigs. */
export function kubeconfigsQuery(search: ListSearch, part: number) {
  return partedQuery<KindWindow<KubeconfigRow>>('operators/kubeconfigs', search, part)
}

/** One request of a kubeconfig. */
export function kubeconfigQuery(name: string) {
  return objectQuery<KubeconfigDetail>('operators/kubeconfigs', name)
}

/** One Cluster. */
export function clusterQuery(name: string) {
  return objectQuery<ClusterDetail>('operators/clusters', name)
}

/** One SubscriptionRequest. */
export function subscriptionQuery(name: string) {
  return objectQuery<SubscriptionDetail>('operators/subscription-requests', name)
}

/** Whose Clusters and SubscriptionRequests are asked for. */
export type UsedBy = { readonly kind: BindingKind; readonly name: string } | { readonly ga: string }

/** The Clusters and SubscriptionRequests of a binding or a global account. */
export function usesQuery(used: UsedBy) {
  return queryOptions({
    queryKey: ['operators/uses', used],
    queryFn: ({ signal }) => fetchJson<Uses>(withQuery('/api/v1/operators/uses', used), signal),
  })
}

/** Who waits for an account, by pool. */
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

/** What happened to a custom resource lately. */
export function objectEventsQuery(list: OperatorList, name: string) {
  return queryOptions({
    queryKey: [`${list}/events`, name],
    queryFn: ({ signal }) => fetchJson<{ events: readonly EventRow[] }>(`${addressOf(list, name)}/events`, signal),
    refetchInterval: EVENTS_MS,
  })
}

/** A custom resource as the API server has it now; changes with `resourceVersion`. */
export function objectYamlQuery(list: OperatorList, name: string, resourceVersion: string) {
  return queryOptions({
    queryKey: ['object-yaml', list, name, resourceVersion],
    queryFn: ({ signal }) => fetchJson<{ yaml: string }>(`${addressOf(list, name)}/yaml`, signal),
  })
}

function addressOf(list: OperatorList, name: string): string {
  return `/api/v1/${list}/${encodeURIComponent(name)}`
}
