import { consoleHealth } from '#app/api/console-health.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

export const GET = viewerRoute(({ context }) => consoleHealth(context))
