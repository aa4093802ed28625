import { exportRoute } from '#app/api/export-route.ts'
import { exportSubscriptions } from '#lib/queries/operators/subscription-list.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = exportRoute('subscription-requests', (_context, _known, request) =>
  exportSubscriptions(runtime().operators, request),
)
