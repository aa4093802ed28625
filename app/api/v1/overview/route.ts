import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { getOverview } from '#lib/queries/overview.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ request }) => {
  const waiting = await runtime().queues.read()
  // Reads the context after the wait, because it may have changed.
  const context = runtime().context()
  return sharedAnswer(request, context, () => getOverview(context, waiting), waiting)
})
