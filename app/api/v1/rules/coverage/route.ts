import { questionRoute } from '#app/api/question-route.ts'
import { loadSeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** How clusters were requested, with plans from a file. */
export const POST = questionRoute(({ body }) => loadSeenRequests(runtime(), body), { mostBytes: MAX_BODY_BYTES })
