import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { landscapeView } from '#lib/services/landscape/landscape.ts'

/** Whether releases and cleaning pause, and which bindings are in doubt. */
export const GET = viewerRoute(() => {
  const { landscape, inventory } = runtime().landscapeState
  return landscapeView(landscape, inventory)
})
