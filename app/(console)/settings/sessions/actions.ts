'use server'

import { actionRequestId, textArgument } from '#app/(console)/action-request.ts'
import { requireProvedWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'
import { endSession } from '#lib/services/end-session.ts'

/**
 * Ends a session. Returns null on success, else the reason as a sentence.
 * The service checks the role, so that a refused attempt is audited.
 */
export async function endOneSession(id: unknown, input: unknown): Promise<string | null> {
  try {
    const { auth, store, audit } = runtime()
    const { user, signedInAt } = await requireProvedWriter(auth)
    const context = { store, audit, sessions: auth.sessions }
    await endSession(context, { user, signedInAt, requestId: actionRequestId(), id: textArgument(id), input })
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
