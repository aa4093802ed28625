import { requireObject } from '#app/api/operator-object.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'

export const GET = viewerRoute<{ name: string }>(({ params }) =>
  requireObject('SubscriptionRequest', params.name, getSubscriptionDetail),
)
