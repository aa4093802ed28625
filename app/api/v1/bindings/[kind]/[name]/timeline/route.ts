import { bindingPlace } from '#app/api/binding-place.ts'
import { RefusedRequestError } from '#app/api/problem.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { timeline } from '#lib/queries/timeline/timeline.ts'
import { parsePlace, TIMELINE_START } from '#lib/queries/timeline/timeline-place.ts'
import { runtime } from '#lib/runtime.ts'

// Also of a binding that is gone: what happened to it is known all the same.
export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params, query }) => {
  const from = query.before === undefined ? TIMELINE_START : parsePlace(query.before)
  if (from === null) throw new RefusedRequestError(400, 'before: is not what the page before said.')
  return timeline(runtime().store.db, bindingPlace(context, params), from)
})
