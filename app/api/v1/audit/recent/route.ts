import { viewerRoute } from '#app/api/viewer-route.ts'
import { recentActions } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context }) => recentActions(runtime().store.db, context.at))
