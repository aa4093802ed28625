import { questionRoute } from '#app/api/question-route.ts'
import { readableAnswer } from '#app/api/readable.ts'
import { evaluateMatrixInput } from '#lib/queries/simulator/evaluate-matrix.ts'

/** What every combination of several values per field would get at this moment. */
export const POST = questionRoute(
  async ({ context, body }) => readableAnswer(await evaluateMatrixInput(context, body)),
  {
    mostBytes: 1_000_000,
  },
)
