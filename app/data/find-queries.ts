import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FoundThings } from '#lib/queries/find-things.ts'
import type { ViewPage } from '#lib/queries/view-query.ts'
import { ApiError, fetchApi } from './fetch-json.ts'

/** A search by name is useless after this time. */
const DEADLINE_MS = 10_000

/**
 * Objects whose name is similar to a text. Does not retry, so that the waiting user sees failures
 * immediately.
 */
export function findQuery(text: string) {
  return queryOptions({
    queryKey: ['find', text],
    queryFn: ({ signal }) => find(text, signal),
    placeholderData: keepPreviousData,
    enabled: text !== '',
    retry: false,
    staleTime: 0,
    gcTime: 10_000,
  })
}

async function find(text: string, signal: AbortSignal): Promise<FoundThings> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  try {
    return await fetchApi('/find', { query: { q: text } }, AbortSignal.any([signal, deadline]))
  } catch (error) {
    throw deadline.aborted && !signal.aborted ? new ApiError(0, 'The console is not responding.') : error
  }
}

/** Views of a page: the user's own and shared ones. */
export function viewsQuery(page: ViewPage) {
  return queryOptions({
    queryKey: ['views', page],
    queryFn: ({ signal }) => fetchApi('/views', { query: { page } }, signal),
    // Other users may have shared a view since.
    staleTime: 0,
  })
}
