import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import { fetchJson } from './fetch-json.ts'
import type { ListSearch } from './list-search.ts'
import { WINDOW_ROWS } from './window-rows.ts'

type PartedList =
  | 'operators/cleaning'
  | 'bindings'
  | 'shoots'
  | 'global-accounts'
  | 'jobs'
  | 'approvals/decided'
  | 'operators/clusters'
  | 'operators/subscription-requests'
  | 'operators/kubeconfigs'

/** One part of a list, starting at row `part * WINDOW_ROWS`. */
export function partedQuery<Answer>(list: PartedList, search: ListSearch, part: number) {
  const window = { ...search, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: [list, search, part],
    queryFn: ({ signal }) => fetchJson<Answer>(withQuery(`/api/v1/${list}`, window), signal),
    placeholderData: keepPreviousData,
  })
}
