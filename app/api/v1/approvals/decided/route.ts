import { parseListQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ user, query }) => runtime().approvals.decided(user, parseListQuery(query)))
