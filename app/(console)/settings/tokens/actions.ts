'use server'

import { actionRequestId } from '#app/action-request-id.ts'
import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { tokenCall } from '#app/api/token-call.ts'
import { textArgument } from '#app/text-argument.ts'
import { requireProvedWriter, requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { createToken, type ShownToken, shownToken } from '#lib/services/tokens/create-token.ts'
import { revokeToken } from '#lib/services/tokens/revoke-token.ts'

type MadeToken = { readonly kind: 'made'; readonly made: ShownToken } | NoAnswer

/** Makes a token; the answer is the only place where it stands. The service asks for the role, so that the attempt is recorded. */
export async function makeToken(order: unknown): Promise<MadeToken> {
  try {
    const { user, signedInAt } = await requireProvedWriter(runtime().auth)
    const call = { ...tokenCall(user, actionRequestId()), signedInAt }
    return { kind: 'made', made: shownToken(await createToken(call, order)) }
  } catch (error) {
    return noAnswer(error)
  }
}

/** Ends a token; null when it is ended, else the sentence that says why not. */
export async function endToken(id: unknown): Promise<string | null> {
  try {
    const user = await requireWriter(runtime().auth)
    await revokeToken(tokenCall(user, actionRequestId()), textArgument(id))
    return null
  } catch (error) {
    return noAnswer(error).reason
  }
}
