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

/** How clusters were requested, to hold rules against. */
export function seenRequestsQuery() {
  return queryOptions({
    queryKey: ['rules-seen'],
    queryFn: ({ signal }) => fetchJson<SeenRequests>('/api/v1/rules/seen', signal),
  })
}

const REVISIONS = 20

/** The revisions that were published, from the newest on, some at a time. */
export function revisionsQuery() {
  return infiniteQueryOptions({
    queryKey: ['rules-revisions'],
    queryFn: ({ signal, pageParam: before }) =>
      fetchJson<RevisionList>(withQuery('/api/v1/rules/revisions', { limit: REVISIONS, before }), signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ revisions, more }: RevisionList) => (more ? revisions.at(-1)?.number : undefined),
  })
}

/** One revision, compared with the one before it, or with `from`. */
export function revisionQuery(number: number, from: number) {
  return queryOptions({
    queryKey: ['rules-revision', number, from],
    queryFn: ({ signal }) =>
      fetchJson<RevisionDetail>(withQuery(`/api/v1/rules/revisions/${number}`, { from }), signal),
  })
}

const DRIFT_MS = 20_000

/** Where the published rules and those others read differ; asked for anew again and again while the page is in sight, and when it is come back to: no event tells of an edit by hand. */
export function driftQuery() {
  return queryOptions({
    queryKey: ['rules-drift'],
    queryFn: ({ signal }) => fetchJson<RulesDriftStatus>('/api/v1/rules/drift', signal),
    staleTime: 0,
    refetchInterval: DRIFT_MS,
    refetchOnWindowFocus: true,
  })
}
