import { queryOptions } from '@tanstack/react-query'
import type { ExplainedClaim } from '#lib/services/claims/claim-view.ts'
import { fetchJson } from './fetch-json.ts'

/** A claim with its reasoning. */
export function claimQuery(id: string) {
  return queryOptions({
    queryKey: ['claim', id],
    queryFn: ({ signal }) => fetchJson<ExplainedClaim>(`/api/v1/claims/${encodeURIComponent(id)}`, signal),
  })
}
