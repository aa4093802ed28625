import { timelineStart } from '#app/api/timeline-start.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { runtime } from '#lib/runtime.ts'

// Also works for a global account without objects, because its events remain recorded.
export const GET = viewerRoute<{ id: string }>(({ params, query }) =>
  getTimeline(runtime().store.db, { tenant: params.id }, timelineStart(query)),
)
