import { bindingPlace } from '#app/api/binding-place.ts'
import { requireBinding } from '#app/api/require-binding.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'

export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params }) =>
  requireBinding(context, bindingPlace(context, params)),
)
