import { ChangesQuery } from '#app/api/small-queries.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { readInput } from '#lib/input-problems.ts'
import { whoChanged } from '#lib/queries/audit/who-changed.ts'
import { parseBindingRef } from '#lib/queries/bindings/parse-binding-ref.ts'
import { runtime } from '#lib/runtime.ts'

/** Who changed a binding in a span of its epochs. */
export const GET = viewerRoute<{ kind: string; name: string }>(async ({ context, params, query }) => ({
  changes: await whoChanged(runtime().store.db, parseBindingRef(context, params), readInput(ChangesQuery, query)),
}))
