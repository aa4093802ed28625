import { exportResponse } from '#app/api/file-response.ts'
import { jobFile } from '#app/api/job-file.ts'
import { parseExportQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ context, query }) => {
  const request = parseExportQuery(query)
  const { jobs, landscape } = runtime()
  const names = { name: `hap-jobs-${landscape.name}`, format: request.format, at: context.at }
  return exportResponse(await jobFile(jobs, request), names)
})
