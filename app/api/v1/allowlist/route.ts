import { allowlistAnswer } from '#app/api/allowlist-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

/** Allowlist and limits in force. */
export const GET = viewerRoute(({ context }) => allowlistAnswer(context))
