import { jobDetail } from '#app/api/job-detail.ts'
import { parseTargetWindow } from '#app/api/job-input.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

export const GET = viewerRoute<{ readonly id: string }>(({ params, query }) =>
  jobDetail(params.id, parseTargetWindow(query)),
)
