import { queryOptions } from '@tanstack/react-query'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { type ApiAnswer, fetchApi } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

// Queries whose key begins with `operators` are refetched after every change of a custom resource.

/** Lists of custom resources by their address. */
export type OperatorList = 'operators/clusters' | 'operators/subscription-requests' | 'operators/kubeconfigs'

/** Polling interval, because the console does not watch Kubernetes Events. */
const EVENTS_MS = 10_000

/** One part of the Clusters list. */
export function clustersQuery(search: ListSearch, part: number) {
  return pagedQuery('operators/clusters', search, part)
}

/** One part of the SubscriptionRequests list. */
export function subscriptionsQuery(search: ListSearch, part: number) {
  return pagedQuery('operators/subscription-requests', search, part)
}

/** One part of the kubeconfigs list. */
export function kubeconfigsQuery(search: ListSearch, part: number) {
  return pagedQuery('operators/kubeconfigs', search, part)
}

export function kubeconfigQuery(name: string) {
  return objectQuery('operators/kubeconfigs', name)
}

export function clusterQuery(name: string) {
  return objectQuery('operators/clusters', name)
}

export function subscriptionQuery(name: string) {
  return objectQuery('operators/subscription-requests', name)
}

/** Owner of the queried Clusters and SubscriptionRequests. */
export type UsedBy = { readonly kind: BindingKind; readonly name: string } | { readonly ga: string }

/** Clusters and SubscriptionRequests of a binding or a global account. */
export function usesQuery(used: UsedBy) {
  return queryOptions({
    queryKey: ['operators/uses', used],
    queryFn: ({ signal }) => fetchApi('/operators/uses', { query: used }, signal),
  })
}

/** Requests that wait for an account, by pool. */
export function waitingQuery() {
  return queryOptions({
    queryKey: ['operators/waiting'],
    queryFn: ({ signal }) => fetchApi('/operators/waiting', {}, signal),
    refetchInterval: POLL_MS,
  })
}

function objectQuery<const List extends OperatorList>(list: List, name: string) {
  return queryOptions({
    queryKey: [`${list}/one`, name],
    queryFn: async ({ signal }) =>
      (await fetchApi<`/${OperatorList}/:name`>(
        `/${list}/:name`,
        { params: { name } },
        signal,
      )) as ApiAnswer<`/${List}/:name`>,
  })
}

/** Recent events of a custom resource. */
export function objectEventsQuery(list: OperatorList, name: string) {
  return queryOptions({
    queryKey: [`${list}/events`, name],
    queryFn: ({ signal }) => fetchApi(`/${list}/:name/events`, { params: { name } }, signal),
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
    queryFn: ({ signal }) => fetchApi(`/${list}/:name/yaml`, { params: { name } }, signal),
  })
}

/** One part of the cleaning board. */
export function cleaningQuery(search: ListSearch, part: number) {
  return pagedQuery('operators/cleaning', search, part)
}

/** Polling interval, because no event announces metrics or a new leader. */
const AGAIN_MS = 10_000

/** Leader of the operators, and the state of the controllers in the answering process. */
export function controllersQuery() {
  return queryOptions({
    queryKey: ['controllers'],
    queryFn: ({ signal }) => fetchApi('/operators/controllers', {}, signal),
    refetchInterval: AGAIN_MS,
  })
}
