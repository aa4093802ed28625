import { parseListQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'

export const GET = viewerRoute(({ context, query }) => listPools(context, parseListQuery(query)))
