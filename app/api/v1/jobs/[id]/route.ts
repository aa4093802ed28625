import { parseTargetWindow } from '#app/api/job-input.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ readonly id: string }>(({ params, query }) =>
  runtime().jobs.get(params.id, parseTargetWindow(query)),
)
