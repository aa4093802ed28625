import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'
import { planJob } from '#lib/services/jobs/plan-job.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** Plans an action on a selection. */
export const POST = questionRoute(({ user, body }) => planJob(runtime(), user, body), { mostBytes: MAX_BODY_BYTES })
