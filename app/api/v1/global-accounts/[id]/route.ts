import { NotFoundError } from '#app/api/problem.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { globalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { everythingIsRead } from '#lib/queries/health.ts'

export const GET = viewerRoute<{ id: string }>(({ context, params }) => {
  const detail = globalAccountDetail(context, params.id)
  if (detail) return detail
  if (!everythingIsRead(context)) throw new NotFoundError('Bindings and shoots have not all been read yet. Try again.')
  throw new NotFoundError('There is no such global account: no binding names it, and it has no clusters.')
})
