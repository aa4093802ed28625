import { timelineStart } from '#app/api/timeline-start.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { runtime } from '#lib/runtime.ts'

// Also of one that has nothing any more: what happened to it is known all the same.
export const GET = viewerRoute<{ id: string }>(({ params, query }) =>
  getTimeline(runtime().store.db, { tenant: params.id }, timelineStart(query)),
)
