import { startedJob } from '#app/api/job-answer.ts'
import { jobRequest } from '#app/api/job-input.ts'
import { jobOperator } from '#app/api/job-operator.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

interface Params {
  readonly id: string
}

const target = ({ id }: Params) => jobTarget(id)

export const POST = writeRoute<Params>(
  { action: JOB_ENTRIES.start, target, authorise: jobOperator('start') },
  async ({ user, params, request, body }) =>
    startedJob(await runtime().jobs.retry(await jobRequest(user, request), params.id, body)),
  { mostBytes: MAX_BODY_BYTES },
)
