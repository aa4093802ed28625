import type { StartedView } from '#lib/services/jobs/job-service.ts'

/**
 * The answer to whoever asked for a job: 202 while it is at work, 200 for one that this key had started before. Of a retry, `leftOut`
 * counts what it leaves alone.
 */
export function startedJob({ job, isNew, leftOut }: StartedView): Response {
  return Response.json(leftOut === undefined ? job : { ...job, leftOut }, {
    status: isNew ? 202 : 200,
    headers: { 'cache-control': 'no-store', location: `/api/v1/jobs/${job.id}` },
  })
}
