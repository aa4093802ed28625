import { startedJob } from '#app/api/job-answer.ts'
import { jobRequest } from '#app/api/job-input.ts'
import { jobOperator } from '#app/api/job-operator.ts'
import { parseListQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

export const GET = viewerRoute(({ query }) => runtime().jobs.list(parseListQuery(query)))

export const POST = writeRoute(
  { action: JOB_ENTRIES.start, authorise: jobOperator('start') },
  async ({ user, request, body }) => startedJob(await runtime().jobs.start(await jobRequest(user, request), body)),
  { mostBytes: MAX_BODY_BYTES },
)
