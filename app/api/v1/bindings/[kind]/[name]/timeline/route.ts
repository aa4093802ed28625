import { timelineStart } from '#app/api/timeline-start.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { runtime } from '#lib/runtime.ts'

// Also works for a deleted binding, because its events remain recorded.
export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params, query }) =>
  getTimeline(runtime().store.db, parseBindingRef(context, params), timelineStart(query)),
)
