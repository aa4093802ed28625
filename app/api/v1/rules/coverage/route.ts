import { seenNow } from '#app/(console)/rules/coverage/seen-now.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'

/** How clusters were requested, with plans from a file. */
export const POST = questionRoute(({ body }) => seenNow(body), { mostBytes: MOST_BYTES })
