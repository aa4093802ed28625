import { parseAuditQuery } from '#app/api/audit-query.ts'
import { exportResponse } from '#app/api/file-response.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { exportAudit } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ context, query }) => {
  const { format, ...view } = parseAuditQuery.export(query)
  const file = await exportAudit(runtime().store.db, { ...view, format }, context.at)
  return exportResponse(file, { name: `hap-audit-${runtime().landscape.name}`, format, at: context.at })
})
