import { queryOptions } from '@tanstack/react-query'
import { DATABASE_MS } from './database-pace.ts'
import { fetchApi } from './fetch-json.ts'

/** Data of the overview page. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchApi('/overview', {}, signal),
    // No event announces changes of the queue.
    refetchInterval: DATABASE_MS,
  })
}
