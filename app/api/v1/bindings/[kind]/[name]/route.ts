import { entityTag } from '#app/api/entity-tag.ts'
import { requireBinding } from '#app/api/require-binding.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'

/** A binding; its ETag is its version in Gardener, which actions take in `If-Match`. What is told beside it changes without it. */
export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params }) => {
  const detail = requireBinding(context, parseBindingRef(context, params))
  const headers = { etag: entityTag(detail.resourceVersion), 'cache-control': 'no-store' }
  return Response.json(detail, { headers })
})
