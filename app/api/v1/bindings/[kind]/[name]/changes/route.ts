import { ChangesQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { listChangeAuthors } from '#lib/queries/audit/audit-entry.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'
import { runtime } from '#lib/runtime.ts'

/** Authors of the changes to a binding within a span of epochs. */
export const GET = viewerRoute<{ kind: string; name: string }>(async ({ context, params, query }) => ({
  changes: await listChangeAuthors(
    runtime().store.db,
    parseBindingRef(context, params),
    parseInput(ChangesQuery, query),
  ),
}))
