import { questionRoute } from '#app/api/question-route.ts'
import { readableAnswer } from '#app/api/readable.ts'
import { evaluateMatrixInput } from '#lib/queries/simulator/evaluate-matrix.ts'

/** Decisions on every combination of several values per field in the current state. */
export const POST = questionRoute(
  async ({ context, body }) => readableAnswer(await evaluateMatrixInput(context, body)),
  {
    mostBytes: 1_000_000,
  },
)
