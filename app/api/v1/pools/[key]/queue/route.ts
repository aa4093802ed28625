import { queueAnswer } from '#app/api/queue-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

export const GET = viewerRoute<{ key: string }>(({ params }) => queueAnswer({ poolKey: params.key }))
