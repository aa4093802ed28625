import { type ActionParams, actionOrder, actionResponse } from '#app/api/action-call.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { signInOf } from '#app/api/sender.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { parseAction } from '#lib/hap/actions/action.ts'
import { runtime } from '#lib/runtime.ts'

/** Performs an action on a binding. The service checks the role and records the attempt. */
export const POST = writeRoute<ActionParams>(
  {
    action: ({ action }) => parseAction(action) ?? 'unknown action',
    target: ({ kind, name }) => `${kind}/${runtime().landscape.namespace}/${name}`,
  },
  async ({ user, params, request, body }) => {
    // The result of the check after the response is only in the audit log, under the id of the
    // request.
    const options = { requestId: requestIdOf(request), signedInAt: await signInOf(user), onSettled: () => {} }
    const order = actionOrder(params, body, request)
    return actionResponse(user, params.action, await runtime().actions.perform(params.action, user, order, options))
  },
)
