import { parseAuditQuery } from '#app/api/audit-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listActions } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context, query }) =>
  listActions(runtime().store.db, parseAuditQuery.page(query), context.at),
)
