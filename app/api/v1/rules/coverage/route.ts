import { questionRoute } from '#app/api/question-route.ts'
import { loadSeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** Requests of the existing clusters, with plans from an uploaded file. */
export const POST = questionRoute(({ body }) => loadSeenRequests(runtime(), body), { mostBytes: MAX_BODY_BYTES })
