import { queryOptions } from '@tanstack/react-query'
import type { Overview } from '#lib/queries/overview.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'

/** The first page. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchJson<Overview>('/api/v1/overview', signal),
    // No event tells of the claims that wait.
    refetchInterval: DATABASE_MS,
  })
}
