import { parseListQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listBindings } from '#lib/queries/bindings/list-bindings.ts'

export const GET = viewerRoute(({ context, query }) => listBindings(context, parseListQuery(query)))
