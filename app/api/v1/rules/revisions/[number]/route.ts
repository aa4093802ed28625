import { revisionNumber } from '#app/api/revision-number.ts'
import { RevisionQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { getRevision } from '#lib/queries/rules/revisions.ts'
import { runtime } from '#lib/runtime.ts'

/** A revision of the rules, compared with the previous one or with `from`. */
export const GET = viewerRoute<{ number: string }>(async ({ params, query, context }) => {
  const number = revisionNumber(params.number)
  const { from: given } = parseInput(RevisionQuery, query)
  const from = given === undefined ? undefined : Number(given)
  const { rules, semantics } = context
  const detail = await getRevision(runtime().store.db, { plans: rules.plans, semantics }, number, from)
  if (detail === null)
    throw new NotFoundError(`There is no revision ${number}${from === undefined ? '' : `, or no revision ${from}`}.`)
  return detail
})
