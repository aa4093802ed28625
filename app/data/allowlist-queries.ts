import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { AllowlistDetail, AllowlistHistory } from '#lib/queries/allowlist/allowlist-detail.ts'
import { fetchJson } from './fetch-json.ts'

/** Allowlist and limits in force. */
export function allowlistQuery() {
  return queryOptions({
    queryKey: ['allowlist'],
    queryFn: ({ signal }) => fetchJson<AllowlistDetail>('/api/v1/allowlist', signal),
  })
}

/** Latest versions of allowlist and limits. */
export function allowlistHistoryQuery(limit: number) {
  return queryOptions({
    queryKey: ['allowlist-history', limit],
    queryFn: ({ signal }) => fetchJson<AllowlistHistory>(withQuery('/api/v1/allowlist/history', { limit }), signal),
    placeholderData: keepPreviousData,
  })
}
