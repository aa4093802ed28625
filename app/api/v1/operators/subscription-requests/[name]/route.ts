import { requireObject } from '#app/api/operator-object.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { subscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'

export const GET = viewerRoute<{ name: string }>(({ params }) =>
  requireObject('SubscriptionRequest', params.name, subscriptionDetail),
)
