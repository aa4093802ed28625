import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { APPROVAL_ENTRIES, approvalTarget } from '#lib/services/approvals/approval-context.ts'

/**
 * Approves a proposal of another person and performs its action. The service checks the role and
 * the age of the sign-in, and records the attempt.
 */
export const POST = writeRoute<{ readonly id: string }>(
  { action: APPROVAL_ENTRIES.approve, target: ({ id }) => approvalTarget(id) },
  async ({ user, params: { id }, request, body }) => {
    const call = { user, requestId: requestIdOf(request), signedInAt: await signInOf(user) }
    return Response.json(await runtime().approvals.approve(call, id, body), {
      headers: { 'cache-control': 'no-store' },
    })
  },
)
