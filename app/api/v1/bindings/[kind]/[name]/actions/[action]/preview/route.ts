import { previewView } from '#app/(console)/bindings/[kind]/[name]/act/preview-view.ts'
import { type ActionParams, actionOrder } from '#app/api/action-call.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { runtime } from '#lib/runtime.ts'

/** What an action would do to a binding now, with the API server's word on it, or why it would not. */
export const POST = questionRoute<ActionParams>(async ({ user, params, request, body }) => {
  const order = actionOrder(params, body, request)
  return previewView(await runtime().actions.preview(params.action, user, order, request.signal))
})
