import { exportRoute } from '#app/api/export-route.ts'
import { exportSubscriptions } from '#lib/queries/operators/subscriptions/list-subscriptions.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = exportRoute('subscription-requests', (_context, _known, request) =>
  exportSubscriptions(runtime().operators, request),
)
