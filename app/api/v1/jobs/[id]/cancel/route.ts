import { matchIfGiven, tagOfAll } from '#app/api/entity-tag.ts'
import { jobOperator } from '#app/api/job-operator.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { jobTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { getJobDetail } from '#lib/services/jobs/job-detail.ts'
import { parseTargetWindow } from '#lib/services/jobs/job-input.ts'

interface Params {
  readonly id: string
}

const target = ({ id }: Params) => jobTarget(id)

export const POST = writeRoute<Params>(
  { action: JOB_ENTRIES.cancel, target, authorise: jobOperator('cancel') },
  async ({ user, params, request }) => {
    // A running job may be canceled at any stage, so progress after this check does not matter.
    await matchIfGiven(request, async () => tagOfAll(await getJobDetail(runtime(), params.id, parseTargetWindow({}))))
    const job = await runtime().jobs.cancel({ user, requestId: requestIdOf(request) }, params.id)
    return Response.json(job, { status: 202, headers: { 'cache-control': 'no-store' } })
  },
)
