import { queryOptions } from '@tanstack/react-query'
import type { RulesAnswer } from '#app/api/rules-answer.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { fetchJson } from './fetch-json.ts'

/** The rules in force. */
export function rulesQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => fetchJson<RulesAnswer>('/api/v1/rules', signal),
  })
}

/** How clusters were requested, to hold rules against. */
export function seenRequestsQuery() {
  return queryOptions({
    queryKey: ['rules-seen'],
    queryFn: ({ signal }) => fetchJson<SeenRequests>('/api/v1/rules/seen', signal),
  })
}
