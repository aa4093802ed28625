import { z } from 'zod'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { findThings } from '#lib/queries/find/find-things.ts'
import { runtime } from '#lib/runtime.ts'
import { MOST_OF_NAME } from '#lib/search/most-of-name.ts'

const FindQuery = z.object({
  q: z.string().max(MOST_OF_NAME, { error: `must have at most ${MOST_OF_NAME} characters` }),
})

export const GET = viewerRoute(async ({ query }) => {
  const { q } = FindQuery.parse(query)
  const known = await runtime().clusters.read()
  // The moment after the wait.
  return findThings(runtime().context(), known, q)
})
