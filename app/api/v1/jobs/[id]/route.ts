import { taggedAnswer } from '#app/api/entity-tag.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { getJobDetail } from '#lib/services/jobs/job-detail.ts'
import { parseTargetWindow } from '#lib/services/jobs/job-input.ts'

/** A job. Its ETag is of the whole answer, so that a script that waits for its end is told in few bytes that nothing came of it. */
export const GET = viewerRoute<{ readonly id: string }>(async ({ params, query, request }) => {
  const detail = await getJobDetail(runtime(), params.id, parseTargetWindow(query))
  return taggedAnswer(request, detail)
})
