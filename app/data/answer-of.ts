import type { FailedAction } from '#lib/services/describe-error.ts'
import { signedOutAnswer } from './call-failure.ts'
import { ApiError } from './fetch-json.ts'

/** What an action answers; why there is no answer is thrown. `kept`: what the page still has then, as a sentence. Throws ApiError. */
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
