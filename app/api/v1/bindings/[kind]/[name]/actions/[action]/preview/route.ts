import { type ActionParams, actionOrder } from '#app/api/action-call.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'
import { buildPreviewView } from '#lib/services/actions/action-view.ts'

/**
 * Previews an action on a binding with a dry run on the API server, or returns why the action is
 * refused.
 */
export const POST = questionRoute<ActionParams>(async ({ user, params, request, body }) => {
  const order = actionOrder(params, body, request)
  return buildPreviewView(await runtime().actions.preview(params.action, user, order, request.signal))
})
