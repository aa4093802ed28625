import { trialsNow } from '#app/(console)/bindings/bulk/plan-now.ts'
import { questionRoute } from '#app/api/question-route.ts'

/** What the API server says to the first few targets of a plan, by dry runs. */
export const POST = questionRoute(async ({ user, body }) => ({ trials: await trialsNow(user, body) }))
