import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'
import { planJob } from '#lib/services/jobs/plan-job.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** What an action on a selection would do now. */
export const POST = questionRoute(({ user, body }) => planJob(runtime(), user, body), { mostBytes: MAX_BODY_BYTES })
