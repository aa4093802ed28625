import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListRequest } from '#lib/queries/lists/list-window.ts'
import { type ApiAnswer, fetchApi } from './fetch-json.ts'

/** Search and order of a list page. */
export type ListSearch = Pick<ListRequest, 'q' | 'sort'>

/** Search parameters as Next.js passes them to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Maximum length of a sort parameter. The route refuses a longer one. */
const MAX_SORT_LENGTH = 40

/** Reads search and order from a page's parameters on the server. */
export function listSearch(params: SearchParams): ListSearch {
  return searchOf(parameter(params, 'q'), parameter(params, 'sort'))
}

/** Builds search and order from texts, so that server and browser use the same query key. */
export function searchOf(q: string, sort: string): ListSearch {
  return { q, sort: sort.slice(0, MAX_SORT_LENGTH) }
}

/**
 * Reads a parameter, the first value of a repeated one as the browser does; empty when it is
 * missing.
 */
export function parameter(params: SearchParams, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return (typeof value === 'string' ? value : value?.[0]) ?? ''
}

type PagedList =
  | 'operators/cleaning'
  | 'bindings'
  | 'shoots'
  | 'global-accounts'
  | 'jobs'
  | 'approvals/decided'
  | 'operators/clusters'
  | 'operators/subscription-requests'
  | 'operators/kubeconfigs'

/** The global accounts have a second answer, for completion. */
type Part<List extends PagedList> = Extract<ApiAnswer<`/${List}`>, { readonly rows: unknown }>

/** One part of a list, starting at row `part * WINDOW_ROWS`. */
export function pagedQuery<const List extends PagedList>(list: List, search: ListSearch, part: number) {
  const window = { ...search, offset: part * WINDOW_ROWS, limit: WINDOW_ROWS }
  return queryOptions({
    queryKey: [list, search, part],
    queryFn: async ({ signal }) =>
      (await fetchApi<`/${PagedList}`>(`/${list}`, { query: window }, signal)) as Part<List>,
    placeholderData: keepPreviousData,
  })
}

/**
 * Rows per part of a list. Fills a tall screen, because the first part is rendered with the page.
 */
export const WINDOW_ROWS = 128
