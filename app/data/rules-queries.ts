import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type ApiAnswer, fetchApi } from './fetch-json.ts'

/** The rules in force. */
export function rulesQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => fetchApi('/rules', {}, signal),
  })
}

/** Requests of the existing clusters, to compare with rules. */
export function seenRequestsQuery() {
  return queryOptions({
    queryKey: ['rules-seen'],
    queryFn: ({ signal }) => fetchApi('/rules/seen', {}, signal),
  })
}

const REVISIONS = 20

/** Published revisions, newest first, page by page. */
export function revisionsQuery() {
  return infiniteQueryOptions({
    queryKey: ['rules-revisions'],
    queryFn: ({ signal, pageParam: before }) =>
      fetchApi('/rules/revisions', { query: { limit: REVISIONS, before } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ revisions, more }: ApiAnswer<'/rules/revisions'>) =>
      more ? revisions.at(-1)?.number : undefined,
  })
}

/** One revision, compared with `from`. */
export function revisionQuery(number: number, from: number) {
  return queryOptions({
    queryKey: ['rules-revision', number, from],
    queryFn: ({ signal }) => fetchApi('/rules/revisions/:number', { params: { number }, query: { from } }, signal),
  })
}

const DRIFT_MS = 20_000

/**
 * Differences between the published rules and the copies that others read. Polls while the page is
 * visible and refetches on focus, because no event announces manual edits.
 */
export function driftQuery() {
  return queryOptions({
    queryKey: ['rules-drift'],
    queryFn: ({ signal }) => fetchApi('/rules/drift', {}, signal),
    staleTime: 0,
    refetchInterval: DRIFT_MS,
    refetchOnWindowFocus: true,
  })
}
