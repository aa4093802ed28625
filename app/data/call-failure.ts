import { isSignInRequired } from '#lib/auth/sign-in-messages.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'

/**
 * Converts the rejection of a server action without a session to an answer: the action did not
 * start. Null for other failures, whose effect is unknown.
 */
export function signedOutAnswer(error: unknown): FailedAction | null {
  if (!(error instanceof Error) || !isSignInRequired(error.message)) return null
  return { kind: 'no-answer', status: 401, reason: error.message }
}

/** Why a server action failed, as sentences: the missing session, or `otherwise`. */
export function callFailure(error: unknown, otherwise: string): string {
  return signedOutAnswer(error)?.reason ?? otherwise
}
