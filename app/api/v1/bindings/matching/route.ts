import { parseListQuery } from '#app/api/list-query.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import { listMatchingBindings } from '#lib/queries/bindings/list-bindings.ts'

/** Names only, up to the maximum of one job. */
export const GET = viewerRoute(({ context, query }) =>
  listMatchingBindings(context, parseListQuery(query), MAX_JOB_TARGETS),
)
