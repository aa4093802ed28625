import { queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { ViewPage } from '#lib/queries/view-query.ts'
import type { ListedView } from '#lib/services/views/views.ts'
import { fetchJson } from './fetch-json.ts'

/** The views of a page: one's own, and those that others share. */
export function viewsQuery(page: ViewPage) {
  return queryOptions({
    queryKey: ['views', page],
    queryFn: ({ signal }) => fetchJson<readonly ListedView[]>(withQuery('/api/v1/views', { page }), signal),
    // Others may have shared one since.
    staleTime: 0,
  })
}
