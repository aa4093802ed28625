import { z } from 'zod'
import { sidesNow } from '#app/(console)/simulator/compare/sides-now.ts'
import { parseRequest } from '#app/(console)/simulator/evaluation.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { readable } from '#app/api/readable.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { readInput } from '#lib/input-problems.ts'
import { compareRequest } from '#lib/queries/simulator/compare-rules.ts'
import { runtime } from '#lib/runtime.ts'

const Question = z.object({ sides: z.unknown(), request: z.unknown() })

/** What a request would get by two sets of rules, or under both semantics. */
export const POST = questionRoute(
  async ({ context, body }) => {
    const { sides, request } = readInput(Question, body)
    const { asked } = readable(parseRequest(request))
    return compareRequest(context, readable(await sidesNow(sides, runtime().store.db, context)), asked)
  },
  { mostBytes: MOST_BYTES },
)
