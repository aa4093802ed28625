import { ApprovalsQuery } from '#app/api/approval-query.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { runtime } from '#lib/runtime.ts'
import { APPROVAL_ENTRIES } from '#lib/services/approvals/approval-context.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

export const GET = viewerRoute(({ user, query }) => {
  const { target = null, state, limit } = parseInput(ApprovalsQuery, query)
  return runtime().approvals.list(user, { target, waiting: state === 'waiting', limit })
})

/**
 * Proposes a dangerous action without performing it. The service checks the role and records the
 * attempt.
 */
export const POST = writeRoute(
  { action: APPROVAL_ENTRIES.propose },
  async ({ user, request, body }) =>
    Response.json(await runtime().approvals.propose({ user, requestId: requestIdOf(request) }, body), { status: 201 }),
  { mostBytes: MAX_BODY_BYTES },
)
