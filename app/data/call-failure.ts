import { asksToSignIn } from '#lib/auth/sign-in-words.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'

/**
 * The answer to a call of an action that was refused for lack of a session, before the action began: nothing was done. Null for any other
 * failure of a call, after which that is not known.
 */
export function signedOutAnswer(error: unknown): FailedAction | null {
  if (!(error instanceof Error) || !asksToSignIn(error.message)) return null
  return { kind: 'no-answer', status: 401, reason: error.message }
}

/** Why a call of an action failed, sentences: that there is no session, or else `otherwise`. */
export function callFailure(error: unknown, otherwise: string): string {
  return signedOutAnswer(error)?.reason ?? otherwise
}
