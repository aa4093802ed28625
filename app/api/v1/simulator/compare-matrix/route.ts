import { z } from 'zod'
import { questionRoute } from '#app/api/question-route.ts'
import { readable } from '#app/api/readable.ts'
import { parseInput } from '#lib/input-problems.ts'
import { compareRulesOnMatrix, resolveSides } from '#lib/queries/simulator/compare-rules.ts'
import { parseMatrix } from '#lib/queries/simulator/evaluate-matrix.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

const Question = z.object({ sides: z.unknown(), matrix: z.unknown() })

/** Combinations of a matrix in which two sets of rules, or both semantics, differ. */
export const POST = questionRoute(
  async ({ context, body }) => {
    const { sides, matrix } = parseInput(Question, body)
    const { matrix: read } = readable(parseMatrix(matrix))
    return compareRulesOnMatrix(context, readable(await resolveSides(sides, runtime().store.db, context)), read)
  },
  { mostBytes: MAX_BODY_BYTES },
)
