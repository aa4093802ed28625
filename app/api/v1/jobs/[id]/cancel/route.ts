import { jobRequest } from '#app/api/job-input.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'

export const POST = writeRoute<{ readonly id: string }>(async ({ user, params, request }) => {
  const job = await runtime().jobs.cancel(jobRequest(user, request), params.id)
  return Response.json(job, { status: 202, headers: { 'cache-control': 'no-store' } })
})
