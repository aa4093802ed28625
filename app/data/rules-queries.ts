import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { RevisionDetail, RevisionList } from '#lib/queries/rules/revisions.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import type { RulesDetail, RulesDriftStatus } from '#lib/services/rules/get-rules.ts'
import { fetchJson } from './fetch-json.ts'

/** The rules in force. */
export function rulesQuery() {
  return queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => fetchJson<RulesDetail>('/api/v1/rules', signal),
  })
}

/** Requests of the existing clusters, to compare with rules. */
export function seenRequestsQuery() {
  return queryOptions({
    queryKey: ['rules-seen'],
    queryFn: ({ signal }) => fetchJson<SeenRequests>('/api/v1/rules/seen', signal),
  })
}

const REVISIONS = 20

/** Published revisions, newest first, page by page. */
export function revisionsQuery() {
  return infiniteQueryOptions({
    queryKey: ['rules-revisions'],
    queryFn: ({ signal, pageParam: before }) =>
      fetchJson<RevisionList>(withQuery('/api/v1/rules/revisions', { limit: REVISIONS, before }), signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ revisions, more }: RevisionList) => (more ? revisions.at(-1)?.number : undefined),
  })
}

/** One revision, compared with `from`. */
export function revisionQuery(number: number, from: number) {
  return queryOptions({
    queryKey: ['rules-revision', number, from],
    queryFn: ({ signal }) =>
      fetchJson<RevisionDetail>(withQuery(`/api/v1/rules/revisions/${number}`, { from }), signal),
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
    queryFn: ({ signal }) => fetchJson<RulesDriftStatus>('/api/v1/rules/drift', signal),
    staleTime: 0,
    refetchInterval: DRIFT_MS,
    refetchOnWindowFocus: true,
  })
}
