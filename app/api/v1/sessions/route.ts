import { viewerRoute } from '#app/api/viewer-route.ts'
import { listSessions } from '#lib/queries/list-sessions.ts'
import { runtime } from '#lib/runtime.ts'

/** Who is signed in: for an admin everybody, for anybody else themselves. */
export const GET = viewerRoute(({ user }) => listSessions(runtime().store, user))
