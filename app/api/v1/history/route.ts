import { HistoryQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { getPoolHistory } from '#lib/queries/pools/pool-history.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(({ context, query }) => {
  const { window, pool = null } = parseInput(HistoryQuery, query)
  return getPoolHistory(runtime().store.db, context, window, pool)
})
