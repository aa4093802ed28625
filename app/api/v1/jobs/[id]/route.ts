import { taggedAnswer } from '#app/api/entity-tag.ts'
import { jobDetail } from '#app/api/job-detail.ts'
import { parseTargetWindow } from '#app/api/job-input.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

/** A job. Its ETag is of the whole answer, so that a script that waits for its end is told in few bytes that nothing came of it. */
export const GET = viewerRoute<{ readonly id: string }>(async ({ params, query, request }) => {
  const detail = await jobDetail(params.id, parseTargetWindow(query))
  return taggedAnswer(request, detail)
})
