import { matrixAnswer } from '#app/(console)/simulator/matrix/matrix-input.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { readableAnswer } from '#app/api/readable.ts'

/** What every combination of several values per field would get at this moment. */
export const POST = questionRoute(async ({ context, body }) => readableAnswer(await matrixAnswer(context, body)), {
  mostBytes: 1_000_000,
})
