import { z } from 'zod'
import { operatorsAnswer } from '#app/api/operators-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { usesOf } from '#lib/queries/operators/uses.ts'

const Binding = z.object({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) })
const GlobalAccount = z.object({ ga: z.string().min(1).max(63) })

/** The Clusters and SubscriptionRequests of a binding, by its kind and name, or of a global account. */
export const GET = viewerRoute(({ context, query, request }) => {
  const used =
    query.ga === undefined ? { binding: Binding.parse(query) } : { globalAccount: GlobalAccount.parse(query).ga }
  return operatorsAnswer(request, context, objects => usesOf(objects, used))
})
