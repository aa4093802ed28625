import { type ActionParams, actionOrder, actionResponse } from '#app/api/action-call.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { parseAction } from '#lib/hap/actions/action.ts'
import { runtime } from '#lib/runtime.ts'

/** Does something to a binding. The service asks for the role, and records it. */
export const POST = writeRoute<ActionParams>(
  {
    action: ({ action }) => parseAction(action) ?? 'unknown action',
    target: ({ kind, name }) => `${kind}/${runtime().landscape.namespace}/${name}`,
  },
  async ({ user, params, request, body }) => {
    // What the check comes to after the answer is in Audit, under the id of the request.
    const options = { requestId: requestIdOf(request), signedInAt: await signInOf(user), onSettled: () => {} }
    const order = actionOrder(params, body, request)
    return actionResponse(user, params.action, await runtime().actions.perform(params.action, user, order, options))
  },
)
