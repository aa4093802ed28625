import { parseListQuery } from '#app/api/list-query.ts'
import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ query, request }) => {
  const asked = parseListQuery(query)
  const known = await runtime().clusters.read()
  // Reads the context after the wait, because it may have changed.
  const context = runtime().context()
  return sharedAnswer(request, context, () => listShoots(context, known, asked), known)
})
