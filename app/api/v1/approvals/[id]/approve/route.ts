import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { APPROVAL_ENTRIES, approvalTarget } from '#lib/services/approvals/approval-context.ts'

/** Approves what somebody else proposed, and does it. The service asks for the role and a recent sign-in, and records it. */
export const POST = writeRoute<{ readonly id: string }>(
  { action: APPROVAL_ENTRIES.approve, target: ({ id }) => approvalTarget(id) },
  async ({ user, params: { id }, request, body }) => {
    const call = { user, requestId: requestIdOf(request), signedInAt: await signInOf(user) }
    return Response.json(await runtime().approvals.approve(call, id, body), {
      headers: { 'cache-control': 'no-store' },
    })
  },
)
