import { eventsRoute } from '#app/api/operator-object.ts'
import { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'

export const GET = eventsRoute('SubscriptionRequest', getSubscriptionDetail)
