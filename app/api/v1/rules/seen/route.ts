import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { collectSeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'

/** How the clusters of the landscape were requested, and the pools there are. */
export const GET = viewerRoute(async ({ request }) => {
  const known = await runtime().clusters.read()
  // The moment after the wait.
  const context = runtime().context()
  return sharedAnswer(request, context, () => collectSeenRequests(context, known), known)
})
