'use server'

import { actionRequestId, textArgument } from '#app/(console)/server-action.ts'
import { requireProvedWriter, requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, describeError, type FailedAction } from '#lib/services/describe-error.ts'
import { endSession } from '#lib/services/end-session.ts'
import { createToken, type ShownToken, shownToken } from '#lib/services/tokens/create-token.ts'
import { buildTokenCall, revokeToken } from '#lib/services/tokens/token.ts'

/**
 * Ends a session. Returns null on success, else the reason as a sentence.
 * The service checks the role, so that a refused attempt is audited.
 */
export async function endOneSession(id: unknown, input: unknown): Promise<string | null> {
  try {
    const { auth, store, audit } = runtime()
    const { user, signedInAt } = await requireProvedWriter(auth, { ownData: true })
    const context = { store, audit, sessions: auth.sessions }
    await endSession(context, { user, signedInAt, requestId: actionRequestId(), id: textArgument(id), input })
    return null
  } catch (error) {
    return describeError(error).detail
  }
}

type MadeToken = { readonly kind: 'made'; readonly made: ShownToken } | FailedAction

/**
 * Creates a token. The response is the only place that contains the secret.
 * The service checks the role, so that a refused attempt is audited.
 */
export async function makeToken(order: unknown): Promise<MadeToken> {
  try {
    const { user, signedInAt } = await requireProvedWriter(runtime().auth, { ownData: true })
    const call = { ...buildTokenCall(runtime(), user, actionRequestId()), signedInAt }
    return { kind: 'made', made: shownToken(await createToken(call, order)) }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** Revokes a token. Returns null on success, else the reason as a sentence. */
export async function endToken(id: unknown): Promise<string | null> {
  try {
    const user = await requireWriter(runtime().auth, { ownData: true })
    await revokeToken(buildTokenCall(runtime(), user, actionRequestId()), textArgument(id))
    return null
  } catch (error) {
    return buildFailedAction(error).reason
  }
}
