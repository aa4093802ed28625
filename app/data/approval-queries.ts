import { queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { ApprovalList } from '#lib/services/approvals/list-approvals.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'

const ADDRESS = '/api/v1/approvals'

/** What the keys of all queries about proposals begin with. */
export const APPROVALS = 'approvals'

/** The latest proposals, those that wait first. No event tells of them. */
export function approvalsQuery() {
  return queryOptions({
    queryKey: [APPROVALS],
    queryFn: ({ signal }) => fetchJson<ApprovalList>(ADDRESS, signal),
    refetchInterval: DATABASE_MS,
    staleTime: 0,
  })
}

/** Those that wait, of one binding by its key in the audit log, or how many there are at all. */
export function waitingApprovalsQuery(target: string | null) {
  return queryOptions({
    queryKey: [APPROVALS, 'waiting', target],
    queryFn: ({ signal }) =>
      fetchJson<ApprovalList>(
        withQuery(ADDRESS, { target, state: 'waiting', limit: target === null ? 1 : 20 }),
        signal,
      ),
    refetchInterval: DATABASE_MS,
    staleTime: 0,
  })
}
