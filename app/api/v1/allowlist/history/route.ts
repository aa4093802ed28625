import { z } from 'zod'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { allowlistHistory } from '#lib/queries/allowlist/history.ts'
import { runtime } from '#lib/runtime.ts'

const Query = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: 'must be a whole number from 1 to 999' })
    .transform(Number)
    .default(20),
})

/** Who changed allowlist and limits, when, why, and what. */
export const GET = viewerRoute(({ query }) => allowlistHistory(runtime().store.db, Query.parse(query).limit))
