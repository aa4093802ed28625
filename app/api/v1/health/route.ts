import { viewerRoute } from '#app/api/viewer-route.ts'
import { getConsoleHealth } from '#lib/queries/console-health.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context }) => getConsoleHealth(context, runtime()))
