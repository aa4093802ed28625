import { queryOptions } from '@tanstack/react-query'
import { fetchApi } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

/** A claim with its reasoning. */
export function claimQuery(id: string) {
  return queryOptions({
    queryKey: ['claim', id],
    queryFn: ({ signal }) => fetchApi('/claims/:id', { params: { id } }, signal),
  })
}

/** Pools with waiting claims, and their numbers. */
export function queuesQuery() {
  return queryOptions({
    queryKey: ['queues'],
    queryFn: ({ signal }) => fetchApi('/queues', {}, signal),
    refetchInterval: POLL_MS,
  })
}

/** Waiting claims of a pool. */
export function poolQueueQuery(key: string) {
  return queryOptions({
    queryKey: ['pool-queue', key],
    queryFn: ({ signal }) => fetchApi('/pools/:key/queue', { params: { key } }, signal),
    refetchInterval: POLL_MS,
  })
}

/** Waiting claims of a global account. */
export function globalAccountQueueQuery(id: string) {
  return queryOptions({
    queryKey: ['global-account-queue', id],
    queryFn: ({ signal }) => fetchApi('/global-accounts/:id/queue', { params: { id } }, signal),
    refetchInterval: POLL_MS,
  })
}

/** One part of the shoots list. Polls, because no event announces changes of the database. */
export function shootsQuery(search: ListSearch, part: number) {
  return { ...pagedQuery('shoots', search, part), refetchInterval: POLL_MS }
}
