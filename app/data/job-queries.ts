import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchApi } from './fetch-json.ts'
import { type ListSearch, pagedQuery, WINDOW_ROWS } from './list-search.ts'

/**
 * Refetches on mount, because a job event may arrive during the navigation, before the query
 * exists.
 */
const LOOK_AGAIN = { staleTime: 0 }

/** One part of the bulk jobs list. */
export function jobsQuery(search: ListSearch, part: number) {
  return { ...pagedQuery('jobs', search, part), ...LOOK_AGAIN }
}

/**
 * One part of the targets of a job, with the job. `status` is a comma-separated list of outcomes;
 * empty = all.
 */
export function jobQuery(id: string, status: string, part: number) {
  const window = { status, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: ['job', id, status, part],
    queryFn: ({ signal }) => fetchApi('/jobs/:id', { params: { id }, query: window }, signal),
    placeholderData: keepPreviousData,
    ...LOOK_AGAIN,
  })
}
