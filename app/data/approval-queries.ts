import { queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { ListPart } from '#lib/search/list-part.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalList } from '#lib/services/approvals/list-approvals.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

const ADDRESS = '/api/v1/approvals'

/** Key prefix of all queries about proposals. */
export const APPROVALS = 'approvals'

/** Key prefix of the decided proposals. */
export const DECIDED = 'approvals/decided'

/** Upper bound of waiting proposals. They expire after a day, so there are never as many. */
export const MOST_WAITING = 200

/** All waiting proposals. Polls, because no event announces them. */
export function waitingListQuery() {
  return queryOptions({
    queryKey: [APPROVALS, 'waiting'],
    queryFn: ({ signal }) =>
      fetchJson<ApprovalList>(withQuery(ADDRESS, { state: 'waiting', limit: MOST_WAITING }), signal),
    refetchInterval: DATABASE_MS,
    staleTime: 0,
  })
}

/** One part of the decided proposals. */
export function decidedQuery(search: ListSearch, part: number) {
  const query = pagedQuery<ListPart<ApprovalView>>(DECIDED, search, part)
  return { ...query, refetchInterval: ({ state: { data } }: DecidedState) => getRefetchInterval(data), staleTime: 0 }
}

interface DecidedState {
  readonly state: { readonly data: ListPart<ApprovalView> | undefined }
}

/** An approved action usually ends within two seconds, and its row shows the outcome soon after. */
const RUNNING_MS = 1_000

function getRefetchInterval(part: ListPart<ApprovalView> | undefined): number {
  return part?.rows.some(({ state }) => state === 'running') ? RUNNING_MS : DATABASE_MS
}

/** Waiting proposals of one binding, given by its audit key; null for the number of all. */
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
