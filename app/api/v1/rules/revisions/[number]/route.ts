import { z } from 'zod'
import { NotFoundError } from '#app/api/problem.ts'
import { revisionNumber } from '#app/api/revision-number.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { revisionDetail } from '#lib/queries/rules/revisions.ts'
import { runtime } from '#lib/runtime.ts'

const From = z.string().regex(/^\d{1,7}$/, { error: 'from must be a whole number' })

/** A revision of the rules, compared with the one before it or with another. */
export const GET = viewerRoute<{ number: string }>(async ({ params, query, context }) => {
  const number = revisionNumber(params.number)
  const from = query.from === undefined ? undefined : Number(From.parse(query.from))
  const { rules, semantics } = context
  const detail = await revisionDetail(runtime().store.db, { plans: rules.plans, semantics }, number, from)
  if (detail === null)
    throw new NotFoundError(`There is no revision ${number}${from === undefined ? '' : `, or no revision ${from}`}.`)
  return detail
})
