import { z } from 'zod'
import { VIEW_PAGES } from '#lib/queries/view-query.ts'
import { runtime } from '#lib/runtime.ts'
import { NewView, VIEW_ENTRIES, ViewChange, viewTarget } from '#lib/services/views/saved-view.ts'
import type { ListedView } from '#lib/services/views/views.ts'
import { answer, type Resource, read, write } from './operation.ts'
import { jsonResponse, reply } from './reply.ts'

const View = answer<ListedView>()(
  z.object({
    id: z.string(),
    name: z.string(),
    href: z.string(),
    shared: z.boolean(),
    own: z.boolean(),
    by: z.string(),
    mayDelete: z.boolean(),
  }),
)

const ViewList = answer<readonly ListedView[]>()(z.array(View))

/** Saved views of list pages. */
export const VIEWS = {
  schemas: { View, ViewList },
  routes: [
    read('/views', {
      summary: 'List the saved views of a page',
      query: z.object({ page: z.enum(VIEW_PAGES, { error: `must be one of ${VIEW_PAGES.join(', ')}` }) }),
      answers: { 200: ViewList },
      run: ({ user, query }) => runtime().views.list(query.page, user),
    }),
    write('POST', '/views', {
      ownData: true,
      summary: 'Save a view of a list page',
      body: NewView,
      answers: { 201: View },
      action: VIEW_ENTRIES.save,
      run: async ({ user, requestId, body }) =>
        reply(await runtime().views.create({ user, requestId }, body), { status: 201 }),
    }),
    write('PATCH', '/views/:id', {
      ownData: true,
      summary: 'Change a view',
      body: ViewChange,
      answers: { 200: View },
      action: VIEW_ENTRIES.change,
      target: ({ id }) => viewTarget(id),
      run: ({ user, requestId, params: { id }, body }) => runtime().views.change({ user, requestId }, id, body),
    }),
    write('DELETE', '/views/:id', {
      ownData: true,
      summary: 'Delete a view',
      answers: { 204: null },
      action: VIEW_ENTRIES.delete,
      target: ({ id }) => viewTarget(id),
      run: async ({ user, requestId, params }) => {
        await runtime().views.delete({ user, requestId }, params.id)
        return jsonResponse(null, { status: 204, headers: {} })
      },
    }),
  ],
} satisfies Resource
