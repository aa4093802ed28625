import { requestIdOf } from '#app/api/request-id.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { APPROVAL_ENTRIES, approvalTarget } from '#lib/services/approvals/approval-context.ts'

/** Withdraws a proposal of the same person. The service checks the role and records the attempt. */
export const POST = writeRoute<{ readonly id: string }>(
  { action: APPROVAL_ENTRIES.withdraw, target: ({ id }) => approvalTarget(id) },
  async ({ user, params: { id }, request, body }) => {
    const call = { user, requestId: requestIdOf(request) }
    const view = await runtime().approvals.end(call, { verb: 'withdraw', id, input: body })
    return Response.json(view, { headers: { 'cache-control': 'no-store' } })
  },
)
