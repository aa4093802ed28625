import type { StartedView } from '#lib/services/jobs/job-service.ts'

/**
 * Response to the start of a job: 202, or 200 when the same key started it before. For a retry,
 * `leftOut` counts the excluded targets.
 */
export function startedJob({ job, isNew, leftOut }: StartedView): Response {
  return Response.json(leftOut === undefined ? job : { ...job, leftOut }, {
    status: isNew ? 202 : 200,
    headers: { 'cache-control': 'no-store', location: `/api/v1/jobs/${job.id}` },
  })
}
