import { queryOptions } from '@tanstack/react-query'
import { DATABASE_MS } from './database-pace.ts'
import { fetchApi } from './fetch-json.ts'

/** Pools with waiting claims, and their numbers. */
export function queuesQuery() {
  return queryOptions({
    queryKey: ['queues'],
    queryFn: ({ signal }) => fetchApi('/queues', {}, signal),
    refetchInterval: DATABASE_MS,
  })
}

/** Waiting claims of a pool. */
export function poolQueueQuery(key: string) {
  return queryOptions({
    queryKey: ['pool-queue', key],
    queryFn: ({ signal }) => fetchApi('/pools/:key/queue', { params: { key } }, signal),
    refetchInterval: DATABASE_MS,
  })
}

/** Waiting claims of a global account. */
export function globalAccountQueueQuery(id: string) {
  return queryOptions({
    queryKey: ['global-account-queue', id],
    queryFn: ({ signal }) => fetchApi('/global-accounts/:id/queue', { params: { id } }, signal),
    refetchInterval: DATABASE_MS,
  })
}
