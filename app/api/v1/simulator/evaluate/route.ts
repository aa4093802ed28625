import { questionRoute } from '#app/api/question-route.ts'
import { readableAnswer } from '#app/api/readable.ts'
import { runtime } from '#lib/runtime.ts'
import { evaluateWithClaims } from '#lib/services/simulator/evaluate-request.ts'

/** Decision on a request in the current state, with its reasoning. */
export const POST = questionRoute(async ({ context, body }) =>
  readableAnswer(await evaluateWithClaims(context, runtime().claims, body)),
)
