import { exportResponse } from '#app/api/file-response.ts'
import { parseExportQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { exportShoots } from '#lib/queries/shoots/export-shoots.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ query }) => {
  const request = parseExportQuery(query)
  const known = await runtime().clusters.read()
  const context = runtime().context()
  const names = { name: `hap-shoots-${runtime().landscape.name}`, format: request.format, at: context.at }
  return exportResponse(exportShoots(context, known, request), names)
})
