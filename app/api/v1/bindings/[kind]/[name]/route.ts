import { bindingPlace } from '#app/api/binding-place.ts'
import { NotFoundError } from '#app/api/problem.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { bindingDetail } from '#lib/queries/bindings/binding-detail.ts'

export const GET = viewerRoute<{ kind: string; name: string }>(({ context, params }) => {
  const { kind, name } = bindingPlace(context, params)
  const detail = bindingDetail(context, kind, name)
  if (!detail) throw new NotFoundError(`There is no ${kind} ${name} in ${context.inventory.namespace}.`)
  return detail
})
