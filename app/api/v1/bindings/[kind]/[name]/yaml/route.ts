import { requireBinding } from '#app/api/require-binding.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'
import { readBindingYaml } from '#lib/queries/object-yaml.ts'
import { runtime } from '#lib/runtime.ts'

// Restricted to bindings in the inventory, because the console's own role may read more than the
// user may see.
export const GET = viewerRoute<{ kind: string; name: string }>(async ({ context, params, request }) => {
  const place = parseBindingRef(context, params)
  requireBinding(context, place)
  return { yaml: await readBindingYaml(runtime().client, place, { signal: request.signal }) }
})
