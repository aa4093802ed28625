import { z } from 'zod'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { wholeNumber } from '#app/api/whole-number.ts'
import { listRevisions } from '#lib/queries/rules/revisions.ts'
import { runtime } from '#lib/runtime.ts'

/** More than anybody publishes. */
const MOST = 9_999_999

const Query = z.object({ limit: wholeNumber(1, 200, 20), before: wholeNumber(1, MOST, MOST) })

/** Who published rules, when, why, and what that changed. */
export const GET = viewerRoute(({ query, context }) => {
  const { rules, semantics } = context
  return listRevisions(runtime().store.db, { plans: rules.plans, semantics }, Query.parse(query))
})
