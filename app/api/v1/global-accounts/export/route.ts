import { exportResponse } from '#app/api/file-response.ts'
import { parseExportQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { exportGlobalAccounts } from '#lib/queries/global-accounts/export-global-accounts.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context, query }) => {
  const request = parseExportQuery(query)
  const names = { name: `hap-global-accounts-${runtime().landscape.name}`, format: request.format, at: context.at }
  return exportResponse(exportGlobalAccounts(context, request), names)
})
