import { queryOptions } from '@tanstack/react-query'
import type { Overview } from '#lib/queries/overview.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'

/** Data of the overview page. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchJson<Overview>('/api/v1/overview', signal),
    // No event announces changes of the queue.
    refetchInterval: DATABASE_MS,
  })
}
