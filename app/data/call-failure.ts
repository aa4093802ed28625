import { isSignInRequired } from '#lib/auth/sign-in-time.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import { ApiError } from './fetch-json.ts'

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

/**
 * Returns the answer of a server action, or throws ApiError when there is none. `retained` says what
 * the page retains, as a sentence.
 */
export async function getAnswer<Answer extends { readonly kind: string }>(
  call: Promise<Answer>,
  retained: string,
): Promise<Exclude<Answer, FailedAction>> {
  const answer = await call.catch((error: unknown) => {
    const signedOut = signedOutAnswer(error)
    if (signedOut !== null) return signedOut
    throw new ApiError(0, `The console is not responding. ${retained}`)
  })
  if (isNoAnswer(answer)) throw new ApiError(answer.status, answer.reason)
  return answer as Exclude<Answer, FailedAction>
}

function isNoAnswer(answer: { readonly kind: string }): answer is FailedAction {
  return answer.kind === 'no-answer'
}
