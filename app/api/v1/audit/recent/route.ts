import { viewerRoute } from '#app/api/viewer-route.ts'
import { listRecentActions } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context }) => listRecentActions(runtime().store.db, context.at))
