import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { END_SESSION, endSession, sessionTarget } from '#lib/services/end-session.ts'

/**
 * Ends a session. The service checks the role and the age of the sign-in, and records the attempt.
 */
export const POST = writeRoute<{ readonly id: string }>(
  { action: END_SESSION, target: ({ id }) => sessionTarget(id) },
  async ({ user, params: { id }, request, body }) => {
    const { auth, store, audit } = runtime()
    const call = { user, id, input: body, requestId: requestIdOf(request), signedInAt: await signInOf(user) }
    await endSession({ store, audit, sessions: auth.sessions }, call)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
)
