import { requestIdOf } from '#app/api/request-id.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { RULES_TARGET, RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Writes the published rules to the ConfigMap after an earlier write failed or the ConfigMap was
 * edited.
 */
export const POST = writeRoute(
  { action: RULES_VERBS.write, target: () => RULES_TARGET },
  async ({ user, request, body }) => {
    const result = await runtime().rulesWriter.write({ user, requestId: requestIdOf(request), input: body })
    if (result.kind === 'invalid') return problemResponse(400, result.problems.join(' '))
    if (result.kind === 'owned') return problemResponse(409, result.message)
    if (result.kind === 'failed') return problemResponse(503, result.message)
    return Response.json({ number: result.number }, { headers: { 'cache-control': 'no-store' } })
  },
)
