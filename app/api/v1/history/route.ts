import { z } from 'zod'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { USUAL_WINDOW, WINDOWS, windowFrom } from '#lib/hap/pools/history-window.ts'
import { poolHistory } from '#lib/queries/history/pool-history.ts'
import { runtime } from '#lib/runtime.ts'

const HistoryQuery = z.object({
  window: z
    .enum(
      WINDOWS.map(days => `${days}` as const),
      { error: `must be one of ${WINDOWS.join(', ')}` },
    )
    .default(`${USUAL_WINDOW}`)
    .transform(windowFrom),
})

export const GET = viewerRoute(({ context, query }) =>
  poolHistory(runtime().store.db, context, HistoryQuery.parse(query).window),
)
