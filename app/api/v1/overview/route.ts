import { viewerRoute } from '#app/api/viewer-route.ts'
import { overview } from '#lib/queries/overview/overview.ts'

export const GET = viewerRoute(({ context }) => overview(context))
