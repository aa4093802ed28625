import { timelineStart } from '#app/api/timeline-start.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { runtime } from '#lib/runtime.ts'

// Also of a binding that is gone: what happened to it is known all the same.
export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params, query }) =>
  getTimeline(runtime().store.db, parseBindingRef(context, params), timelineStart(query)),
)
