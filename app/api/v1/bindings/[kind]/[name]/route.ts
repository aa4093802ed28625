import { entityTag } from '#app/api/entity-tag.ts'
import { requireBinding } from '#app/api/require-binding.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'

/**
 * A binding. Its ETag is the resourceVersion, which actions expect in `If-Match`. Other data in the
 * body changes without it.
 */
export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params }) => {
  const detail = requireBinding(context, parseBindingRef(context, params))
  const headers = { etag: entityTag(detail.resourceVersion), 'cache-control': 'no-store' }
  return Response.json(detail, { headers })
})
