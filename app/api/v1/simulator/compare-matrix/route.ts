import { z } from 'zod'
import { sidesNow } from '#app/(console)/simulator/compare/sides-now.ts'
import { parseMatrix } from '#app/(console)/simulator/matrix/matrix-input.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { readable } from '#app/api/readable.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { readInput } from '#lib/input-problems.ts'
import { comparedMatrix } from '#lib/queries/simulator/compare-rules.ts'
import { runtime } from '#lib/runtime.ts'

const Question = z.object({ sides: z.unknown(), matrix: z.unknown() })

/** In which combinations of a matrix two sets of rules, or both semantics, differ. */
export const POST = questionRoute(
  async ({ context, body }) => {
    const { sides, matrix } = readInput(Question, body)
    const { matrix: read } = readable(parseMatrix(matrix))
    return comparedMatrix(context, readable(await sidesNow(sides, runtime().store.db, context)), read)
  },
  { mostBytes: MOST_BYTES },
)
