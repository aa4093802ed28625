import { type ActionParams, actionOrder } from '#app/api/action-call.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'
import { buildPreviewView } from '#lib/services/actions/action-view.ts'

/** What an action would do to a binding now, with the API server's word on it, or why it would not. */
export const POST = questionRoute<ActionParams>(async ({ user, params, request, body }) => {
  const order = actionOrder(params, body, request)
  return buildPreviewView(await runtime().actions.preview(params.action, user, order, request.signal))
})
