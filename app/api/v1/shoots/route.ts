import { parseListQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ query }) => {
  const request = parseListQuery(query)
  const known = await runtime().clusters.read()
  // The moment after the wait.
  return listShoots(runtime().context(), known, request)
})
