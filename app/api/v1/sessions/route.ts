import { viewerRoute } from '#app/api/viewer-route.ts'
import { listSessions } from '#lib/queries/list-sessions.ts'
import { runtime } from '#lib/runtime.ts'

/** Active sessions: all of them for an admin, otherwise those of the user. */
export const GET = viewerRoute(({ user }) => listSessions(runtime().store, user))
