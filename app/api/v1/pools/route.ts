import { parseListQuery } from '#app/api/list-query.ts'
import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'

export const GET = viewerRoute(({ context, query, request }) =>
  sharedAnswer(request, context, () => listPools(context, parseListQuery(query))),
)
