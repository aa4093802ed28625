import { z } from 'zod'
import { listSessions, type SessionView } from '#lib/queries/list-sessions.ts'
import { runtime } from '#lib/runtime.ts'
import { END_SESSION, endSession, sessionTarget } from '#lib/services/end-session.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { answer, type Resource, read, write } from './operation.ts'
import { jsonResponse } from './reply.ts'
import { signInOf } from './sender.ts'

const Session = answer<SessionView>()(
  z.object({
    id: z.string(),
    userName: z.string(),
    userIssuer: z.string().nullable(),
    userSubject: z.string(),
    role: z.string(),
    address: z.string().nullable(),
    browser: z.string().nullable(),
    createdAt: z.string(),
    usedAt: z.string(),
    endedAt: z.string().nullable(),
    endReason: z.string().nullable(),
    endedBy: z.string().nullable(),
  }),
)

const SessionList = answer<{ alive: readonly SessionView[]; ended: readonly SessionView[] }>()(
  z.object({ alive: z.array(Session), ended: z.array(Session) }),
)

/** Sessions of people. */
export const SESSIONS = {
  schemas: { Session, SessionList },
  routes: [
    read('/sessions', {
      summary: 'List active and recent sessions; all of them for an admin, otherwise the caller’s own',
      answers: { 200: SessionList },
      run: ({ user }) => listSessions(runtime().store, user),
    }),
    // The service checks the role and the age of the sign-in, and records the attempt.
    write('POST', '/sessions/:id/end', {
      ownData: true,
      summary: 'End a session; needs a recent sign-in',
      person: true,
      role: 'admin',
      body: ReasonInput,
      answers: { 204: null },
      action: END_SESSION,
      target: ({ id }) => sessionTarget(id),
      run: async ({ user, requestId, params: { id }, body }) => {
        const { auth, store, audit } = runtime()
        const call = { user, id, input: body, requestId, signedInAt: await signInOf(user) }
        await endSession({ store, audit, sessions: auth.sessions }, call)
        return jsonResponse(null, { status: 204, headers: {} })
      },
    }),
  ],
} satisfies Resource
