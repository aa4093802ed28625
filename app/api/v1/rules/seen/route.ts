import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { collectSeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'

/** Requests of the landscape's clusters, and the existing pools. */
export const GET = viewerRoute(async ({ request }) => {
  const known = await runtime().clusters.read()
  // Reads the context after the wait, because it may have changed.
  const context = runtime().context()
  return sharedAnswer(request, context, () => collectSeenRequests(context, known), known)
})
