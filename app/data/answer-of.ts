import type { FailedAction } from '#lib/services/describe-error.ts'
import { signedOutAnswer } from './call-failure.ts'
import { ApiError } from './fetch-json.ts'

/**
 * Returns the answer of a server action, or throws ApiError when there is none. `kept` says what
 * the page retains, as a sentence.
 */
export async function answerOf<Answer extends { readonly kind: string }>(
  call: Promise<Answer>,
  kept: string,
): Promise<Exclude<Answer, FailedAction>> {
  const answer = await call.catch((error: unknown) => {
    const signedOut = signedOutAnswer(error)
    if (signedOut !== null) return signedOut
    throw new ApiError(0, `The console is not responding. ${kept}`)
  })
  if (isNoAnswer(answer)) throw new ApiError(answer.status, answer.reason)
  return answer as Exclude<Answer, FailedAction>
}

function isNoAnswer(answer: { readonly kind: string }): answer is FailedAction {
  return answer.kind === 'no-answer'
}
