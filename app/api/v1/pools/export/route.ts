import { exportResponse } from '#app/api/file-response.ts'
import { parseExportQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { exportPools } from '#lib/queries/pools/export-pools.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context, query }) => {
  const request = parseExportQuery(query)
  const names = { name: `hap-pools-${runtime().landscape.name}`, format: request.format, at: context.at }
  return exportResponse(exportPools(context, request), names)
})
