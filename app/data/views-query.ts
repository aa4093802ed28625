import { queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { ViewPage } from '#lib/queries/view-query.ts'
import type { ListedView } from '#lib/services/views/views.ts'
import { fetchJson } from './fetch-json.ts'

/** Views of a page: the user's own and shared ones. */
export function viewsQuery(page: ViewPage) {
  return queryOptions({
    queryKey: ['views', page],
    queryFn: ({ signal }) => fetchJson<readonly ListedView[]>(withQuery('/api/v1/views', { page }), signal),
    // Other users may have shared a view since.
    staleTime: 0,
  })
}
