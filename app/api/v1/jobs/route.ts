import { startedJob } from '#app/api/job-answer.ts'
import { JOB_BYTES, jobRequest, parseJobWindow } from '#app/api/job-input.ts'
import { operatorRoute } from '#app/api/operator-route.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ query }) => runtime().jobs.list(parseJobWindow(query)))

export const POST = operatorRoute(
  async ({ user, request, body }) => startedJob(await runtime().jobs.start(jobRequest(user, request), body)),
  { role: 'viewer', mostBytes: JOB_BYTES },
)
