import type { StartedView } from '#lib/services/jobs/job-service.ts'

/** The answer to whoever asked for a job: 202 while it is at work, 200 for one that this key had started before. */
export function startedJob({ job, isNew }: StartedView): Response {
  return Response.json(job, {
    status: isNew ? 202 : 200,
    headers: { 'cache-control': 'no-store', location: `/api/v1/jobs/${job.id}` },
  })
}
