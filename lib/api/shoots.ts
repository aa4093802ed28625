import { z } from 'zod'
import { exportShoots, listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { SHOOT_LIST } from '#lib/queries/shoots/shoot-list.ts'
import { runtime } from '#lib/runtime.ts'
import { exportList } from './export-file.ts'
import { ListQuery } from './list-query.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'
import { sharedReply } from './shared-answer.ts'
import { SearchError } from './shared-schemas.ts'

const ShootList = answer<Answer<typeof listShoots>>()(
  z.object({
    known: z.object({ database: z.number(), both: z.number(), gardener: z.number() }).nullable(),
    failing: z.number(),
    failingAccounts: z.number(),
    rows: z.array(SHOOT_LIST.schema),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

/** Shoots, the clusters in Gardener. */
export const SHOOTS = {
  schemas: { ShootList },
  routes: [
    read('/shoots', {
      summary: 'List shoots that match a search',
      query: ListQuery,
      answers: { 200: ShootList },
      run: async ({ query, request }) => {
        const known = await runtime().clusters.read()
        // Reads the context after the wait, because it may have changed.
        const context = runtime().context()
        return sharedReply(request, context, () => listShoots(context, known, query), known)
      },
    }),
    exportList('/shoots/export', 'shoots', exportShoots),
  ],
} satisfies Resource
