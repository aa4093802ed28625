import { z } from 'zod'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { wholeNumber } from '#app/api/whole-number.ts'
import { allowlistHistory } from '#lib/queries/allowlist/history.ts'
import { runtime } from '#lib/runtime.ts'

const Query = z.object({ limit: wholeNumber(1, 999, 20) })

/** Who changed allowlist and limits, when, why, and what. */
export const GET = viewerRoute(({ query }) => allowlistHistory(runtime().store.db, Query.parse(query).limit))
