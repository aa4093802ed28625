import { parseListQuery } from '#app/api/list-query.ts'
import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listCleaning } from '#lib/queries/bindings/list-cleaning.ts'

export const GET = viewerRoute(({ context, query, request }) =>
  sharedAnswer(request, context, () => listCleaning(context, parseListQuery(query))),
)
