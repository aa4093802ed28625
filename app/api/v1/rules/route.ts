import { rulesAnswer } from '#app/api/rules-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

/** The rules in force. */
export const GET = viewerRoute(({ context }) => rulesAnswer(context))
