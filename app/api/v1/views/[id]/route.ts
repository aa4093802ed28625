import { requestIdOf } from '#app/api/request-id.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { runtime } from '#lib/runtime.ts'
import { VIEW_ENTRIES, viewTarget } from '#lib/services/views/saved-view.ts'
import { buildListedView, buildViewContext, changeView, deleteView } from '#lib/services/views/views.ts'

interface Params {
  readonly id: string
}

const target = ({ id }: Params) => viewTarget(id)

export const PATCH = writeRoute<Params>(
  { action: VIEW_ENTRIES.change, target },
  async ({ user, params: { id }, request, body }) => {
    const view = await changeView(buildViewContext(runtime(), requestIdOf(request)), user, { id, input: body })
    return Response.json(buildListedView(view, user))
  },
)

export const DELETE = writeRoute<Params>({ action: VIEW_ENTRIES.delete, target }, async ({ user, params, request }) => {
  await deleteView(buildViewContext(runtime(), requestIdOf(request)), user, params.id)
  return new Response(null, { status: 204 })
})
