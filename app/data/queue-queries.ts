import { queryOptions } from '@tanstack/react-query'
import type { Queue, QueueLength } from '#lib/queries/pools/queues.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'

/** Pools with waiting claims, and their numbers. */
export function queuesQuery() {
  return queryOptions({
    queryKey: ['queues'],
    queryFn: ({ signal }) => fetchJson<readonly QueueLength[]>('/api/v1/queues', signal),
    refetchInterval: DATABASE_MS,
  })
}

/** Waiting claims of a pool. */
export function poolQueueQuery(key: string) {
  return queryOptions({
    queryKey: ['pool-queue', key],
    queryFn: ({ signal }) => fetchJson<Queue>(`/api/v1/pools/${encodeURIComponent(key)}/queue`, signal),
    refetchInterval: DATABASE_MS,
  })
}

/** Waiting claims of a global account. */
export function globalAccountQueueQuery(id: string) {
  return queryOptions({
    queryKey: ['global-account-queue', id],
    queryFn: ({ signal }) => fetchJson<Queue>(`/api/v1/global-accounts/${encodeURIComponent(id)}/queue`, signal),
    refetchInterval: DATABASE_MS,
  })
}
