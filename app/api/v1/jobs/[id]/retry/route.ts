import { startedJob } from '#app/api/job-answer.ts'
import { jobRequest } from '#app/api/job-input.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'

export const POST = writeRoute<{ readonly id: string }>(async ({ user, params, request }) =>
  startedJob(await runtime().jobs.retry(jobRequest(user, request), params.id)),
)
