import { z } from 'zod'
import { questionRoute } from '#app/api/question-route.ts'
import { readable } from '#app/api/readable.ts'
import { parseInput } from '#lib/input-problems.ts'
import { compareRequest, resolveSides } from '#lib/queries/simulator/compare-rules.ts'
import { runtime } from '#lib/runtime.ts'
import { parseRequest } from '#lib/services/simulator/evaluate-request.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

const Question = z.object({ sides: z.unknown(), request: z.unknown() })

/** Decisions of two sets of rules, or of both semantics, on one request. */
export const POST = questionRoute(
  async ({ context, body }) => {
    const { sides, request } = parseInput(Question, body)
    const { asked } = readable(parseRequest(request))
    return compareRequest(context, readable(await resolveSides(sides, runtime().store.db, context)), asked)
  },
  { mostBytes: MAX_BODY_BYTES },
)
