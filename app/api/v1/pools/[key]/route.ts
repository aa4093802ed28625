import { NotFoundError } from '#app/api/problem.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { bindingsAreRead } from '#lib/queries/health.ts'
import { poolDetail } from '#lib/queries/pools/pool-detail.ts'

export const GET = viewerRoute<{ key: string }>(({ context, params }) => {
  const detail = poolDetail(context, params.key)
  if (!detail && !bindingsAreRead(context)) throw new NotFoundError('No bindings have been read yet. Try again.')
  if (!detail) throw new NotFoundError('There is no such pool: no binding is in it, and no rule leads to it.')
  return detail
})
