import { AllowlistHistoryQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { listAllowlistVersions } from '#lib/queries/allowlist/allowlist-detail.ts'
import { runtime } from '#lib/runtime.ts'

/** Past versions of allowlist and limits with author, time, reason and changes. */
export const GET = viewerRoute(({ query }) =>
  listAllowlistVersions(runtime().store.db, parseInput(AllowlistHistoryQuery, query).limit),
)
