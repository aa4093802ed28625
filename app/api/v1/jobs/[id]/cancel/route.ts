import { jobRequest } from '#app/api/job-input.ts'
import { operatorRoute } from '#app/api/operator-route.ts'
import { runtime } from '#lib/runtime.ts'

export const POST = operatorRoute<{ readonly id: string }>(
  async ({ user, params, request }) => {
    const job = await runtime().jobs.cancel(jobRequest(user, request), params.id)
    return Response.json(job, { status: 202, headers: { 'cache-control': 'no-store' } })
  },
  { role: 'viewer' },
)
