import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { getSimulatorLink } from '#lib/services/simulator/simulator-links.ts'

/** State of a saved simulator link, regardless of its author. */
export const GET = viewerRoute<{ id: string }>(async ({ params: { id }, context }) => ({
  state: await getSimulatorLink(runtime().store, { id, at: new Date(context.at) }),
}))
