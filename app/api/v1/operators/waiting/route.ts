import { viewerRoute } from '#app/api/viewer-route.ts'
import { waitingAnswer } from '#app/api/waiting-answer.ts'

export const GET = viewerRoute(() => waitingAnswer())
