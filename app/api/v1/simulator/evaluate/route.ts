import { evaluationNow } from '#app/(console)/simulator/evaluation.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { readableAnswer } from '#app/api/readable.ts'
import { runtime } from '#lib/runtime.ts'

/** What a request would get at this moment, with the whole reasoning. */
export const POST = questionRoute(async ({ context, body }) =>
  readableAnswer(await evaluationNow(context, runtime().claims, body)),
)
