import { queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { ListPart } from '#lib/search/list-part.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalList } from '#lib/services/approvals/list-approvals.ts'
import { DATABASE_MS } from './database-pace.ts'
import { fetchJson } from './fetch-json.ts'
import type { ListSearch } from './list-search.ts'
import { partedQuery } from './parted-query.ts'

const ADDRESS = '/api/v1/approvals'

/** What the keys of all queries about proposals begin with. */
export const APPROVALS = 'approvals'

/** The same of those that are decided. */
export const DECIDED = 'approvals/decided'

/** A proposal waits for a day, so that more of them are not there at once. */
export const MOST_WAITING = 200

/** All proposals that wait. No event tells of them. */
export function waitingListQuery() {
  return queryOptions({
    queryKey: [APPROVALS, 'waiting'],
    queryFn: ({ signal }) =>
      fetchJson<ApprovalList>(withQuery(ADDRESS, { state: 'waiting', limit: MOST_WAITING }), signal),
    refetchInterval: DATABASE_MS,
    staleTime: 0,
  })
}

/** One part of the list of those that are decided. */
export function decidedQuery(search: ListSearch, part: number) {
  const query = partedQuery<ListPart<ApprovalView>>(DECIDED, search, part)
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
