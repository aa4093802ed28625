import { queryOptions } from '@tanstack/react-query'
import type { RulesAnswer } from '#app/api/rules-answer.ts'
import { fetchJson } from './fetch-json.ts'

/** The rules in force. */
export function rulesQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => fetchJson<RulesAnswer>('/api/v1/rules', signal),
  })
}
