import { taggedAnswer } from '#app/api/entity-tag.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { getJobDetail } from '#lib/services/jobs/job-detail.ts'
import { parseTargetWindow } from '#lib/services/jobs/job-input.ts'

/**
 * A job. The ETag covers the whole answer, so that a polling script receives a short 304 while
 * nothing changes.
 */
export const GET = viewerRoute<{ readonly id: string }>(async ({ params, query, request }) => {
  const detail = await getJobDetail(runtime(), params.id, parseTargetWindow(query))
  return taggedAnswer(request, detail)
})
