import { FindQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { findThings } from '#lib/queries/find-things.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(async ({ query }) => {
  const { q } = parseInput(FindQuery, query)
  const known = await runtime().clusters.read()
  // Reads the context after the wait, because it may have changed.
  return findThings(runtime().context(), known, q)
})
