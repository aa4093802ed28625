import { queryOptions } from '@tanstack/react-query'
import { type ApiAnswer, fetchApi } from './fetch-json.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'
import { POLL_MS } from './query-client.ts'

/** Key prefix of all queries about proposals. */
export const APPROVALS = 'approvals'

/** Key prefix of the decided proposals. */
export const DECIDED = 'approvals/decided'

/** Upper bound of waiting proposals. They expire after a day, so there are never as many. */
export const MAX_WAITING = 200

/** All waiting proposals. Polls, because no event announces them. */
export function waitingListQuery() {
  return queryOptions({
    queryKey: [APPROVALS, 'waiting'],
    queryFn: ({ signal }) => fetchApi('/approvals', { query: { state: 'waiting', limit: MAX_WAITING } }, signal),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}

/** One part of the decided proposals. */
export function decidedQuery(search: ListSearch, part: number) {
  const query = pagedQuery(DECIDED, search, part)
  return { ...query, refetchInterval: ({ state: { data } }: DecidedState) => getRefetchInterval(data), staleTime: 0 }
}

interface DecidedState {
  readonly state: { readonly data: ApiAnswer<'/approvals/decided'> | undefined }
}

/** An approved action usually ends within two seconds, and its row shows the outcome soon after. */
const RUNNING_MS = 1_000

function getRefetchInterval(part: ApiAnswer<'/approvals/decided'> | undefined): number {
  return part?.rows.some(({ state }) => state === 'running') ? RUNNING_MS : POLL_MS
}

/** Waiting proposals of one binding, given by its audit key; null for the number of all. */
export function waitingApprovalsQuery(target: string | null) {
  return queryOptions({
    queryKey: [APPROVALS, 'waiting', target],
    queryFn: ({ signal }) =>
      fetchApi('/approvals', { query: { target, state: 'waiting', limit: target === null ? 1 : 20 } }, signal),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}
