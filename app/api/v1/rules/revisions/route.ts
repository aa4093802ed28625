import { RevisionsQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { listRevisions } from '#lib/queries/rules/revisions.ts'
import { runtime } from '#lib/runtime.ts'

/** Revisions of the rules with author, time, reason and changes. */
export const GET = viewerRoute(({ query, context }) => {
  const { rules, semantics } = context
  return listRevisions(runtime().store.db, { plans: rules.plans, semantics }, parseInput(RevisionsQuery, query))
})
