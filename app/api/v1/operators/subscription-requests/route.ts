import { parseListQuery } from '#app/api/list-query.ts'
import { operatorsAnswer } from '#app/api/operators-answer.ts'
import { creationRoute } from '#app/api/resource-verb.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listSubscriptions } from '#lib/queries/operators/subscription-list.ts'
import { createSubscription } from '#lib/services/resources/subscription-creation.ts'

export const GET = viewerRoute(({ context, query, request }) =>
  operatorsAnswer(request, context, objects => listSubscriptions(objects, parseListQuery(query))),
)

export const POST = creationRoute('create-subscription', createSubscription)
