import { yamlRoute } from '#app/api/operator-object.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'

export const GET = yamlRoute(SUBSCRIPTION_REQUESTS, 'SubscriptionRequest', getSubscriptionDetail)
