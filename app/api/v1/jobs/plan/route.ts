import { planNow } from '#app/(console)/bindings/bulk/plan-now.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'

/** What an action on a selection would do now. */
export const POST = questionRoute(({ user, body }) => planNow(user, body), { mostBytes: MOST_BYTES })
