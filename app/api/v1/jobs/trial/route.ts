import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'
import { dryRunTargets } from '#lib/services/jobs/plan-job.ts'

/** Dry-runs the first few targets of a plan on the API server. */
export const POST = questionRoute(async ({ user, body }) => ({ trials: await dryRunTargets(runtime(), user, body) }))
