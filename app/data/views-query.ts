import { queryOptions } from '@tanstack/react-query'
import type { ViewPage } from '#lib/queries/view-query.ts'
import { fetchApi } from './fetch-json.ts'

/** Views of a page: the user's own and shared ones. */
export function viewsQuery(page: ViewPage) {
  return queryOptions({
    queryKey: ['views', page],
    queryFn: ({ signal }) => fetchApi('/views', { query: { page } }, signal),
    // Other users may have shared a view since.
    staleTime: 0,
  })
}
