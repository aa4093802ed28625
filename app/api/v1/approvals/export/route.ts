import { approvalFile } from '#app/api/approval-file.ts'
import { exportResponse } from '#app/api/file-response.ts'
import { parseExportQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ user, context, query }) => {
  const request = parseExportQuery(query)
  const { approvals, landscape } = runtime()
  const names = { name: `hap-approvals-${landscape.name}`, format: request.format, at: context.at }
  return exportResponse(await approvalFile(approvals, user, request), names)
})
