import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchApi } from './fetch-json.ts'

/** Allowlist and limits in force. */
export function allowlistQuery() {
  return queryOptions({
    queryKey: ['allowlist'],
    queryFn: ({ signal }) => fetchApi('/allowlist', {}, signal),
  })
}

/** Latest versions of allowlist and limits. */
export function allowlistHistoryQuery(limit: number) {
  return queryOptions({
    queryKey: ['allowlist-history', limit],
    queryFn: ({ signal }) => fetchApi('/allowlist/history', { query: { limit } }, signal),
    placeholderData: keepPreviousData,
  })
}
