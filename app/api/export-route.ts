import type { KnownClusters } from '#lib/queries/cluster-register.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { exportResponse } from './file-response.ts'
import { parseExportQuery } from './list-query.ts'
import { viewerRoute } from './viewer-route.ts'

type Export = (
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
) => Exported | Promise<Exported>

/** Creates a GET route that exports a list; `what` names the file. */
export function exportRoute(what: string, exported: Export) {
  return viewerRoute(async ({ query }) => {
    const request = parseExportQuery(query)
    const known = await runtime().clusters.read()
    const context = runtime().context()
    const names = { name: `hap-${what}-${runtime().landscape.name}`, format: request.format, at: context.at }
    return exportResponse(await exported(context, known, request), names)
  })
}
