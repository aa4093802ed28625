import { parseAuditQuery } from '#app/api/audit-query.ts'
import { fileResponse } from '#app/api/file-response.ts'
import { RefusedRequestError } from '#app/api/problem.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { exportAudit } from '#lib/queries/audit/export-audit.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ context, query }) => {
  const { format, ...view } = parseAuditQuery.export(query)
  const file = await exportAudit(runtime().store.db, { ...view, format }, context.at)
  if ('refused' in file) throw new RefusedRequestError(400, file.refused)
  return fileResponse(file.parts, { name: `hap-audit-${runtime().landscape.name}`, format, at: context.at })
})
