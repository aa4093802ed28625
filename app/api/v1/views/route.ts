import { requestIdOf } from '#app/api/request-id.ts'
import { ViewsQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { runtime } from '#lib/runtime.ts'
import { VIEW_ENTRIES } from '#lib/services/views/saved-view.ts'
import { buildListedView, buildViewContext, createView, listViews } from '#lib/services/views/views.ts'

export const GET = viewerRoute(({ user, query }) => listViews(runtime(), parseInput(ViewsQuery, query).page, user))

export const POST = writeRoute({ action: VIEW_ENTRIES.save }, async ({ user, request, body }) => {
  const view = await createView(buildViewContext(runtime(), requestIdOf(request)), user, body)
  return Response.json(buildListedView(view, user), { status: 201 })
})
