import { startedJob } from '#app/api/job-answer.ts'
import { jobRequest } from '#app/api/job-input.ts'
import { operatorRoute } from '#app/api/operator-route.ts'
import { runtime } from '#lib/runtime.ts'

export const POST = operatorRoute<{ readonly id: string }>(
  async ({ user, params, request }) => startedJob(await runtime().jobs.retry(jobRequest(user, request), params.id)),
  { role: 'viewer' },
)
