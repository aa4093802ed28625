import { operatorsAnswer } from '#app/api/operators-answer.ts'
import { BindingUsesQuery, GlobalAccountUsesQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { listUses } from '#lib/queries/operators/binding-uses.ts'

/**
 * Clusters and SubscriptionRequests of a binding, given by kind and name, or of a global account.
 */
export const GET = viewerRoute(({ context, query, request }) => {
  const used =
    query.ga === undefined
      ? { binding: parseInput(BindingUsesQuery, query) }
      : { globalAccount: parseInput(GlobalAccountUsesQuery, query).ga }
  return operatorsAnswer(request, context, objects => listUses(objects, used))
})
