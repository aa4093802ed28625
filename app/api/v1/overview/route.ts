import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { overview } from '#lib/queries/overview/overview.ts'

export const GET = viewerRoute(({ context, request }) => sharedAnswer(request, context, () => overview(context)))
