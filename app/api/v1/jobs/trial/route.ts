import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'
import { dryRunTargets } from '#lib/services/jobs/plan-job.ts'

/** What the API server says to the first few targets of a plan, by dry runs. */
export const POST = questionRoute(async ({ user, body }) => ({ trials: await dryRunTargets(runtime(), user, body) }))
