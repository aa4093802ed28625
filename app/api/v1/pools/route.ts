import { parseListQuery } from '#app/api/list-query.ts'
import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ query, request }) => {
  const asked = parseListQuery(query)
  const waiting = await runtime().queues.read()
  // Reads the context after the wait, because it may have changed.
  const context = runtime().context()
  return sharedAnswer(request, context, () => listPools(context, asked, waiting), waiting)
})
