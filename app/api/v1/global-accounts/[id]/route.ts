import { viewerRoute } from '#app/api/viewer-route.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { getGlobalAccountDetail, isRecorded } from '#lib/queries/global-accounts/global-account-detail.ts'
import { isEverythingRead } from '#lib/queries/health.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ id: string }>(async ({ context, params: { id } }) => {
  const detail = getGlobalAccountDetail(context, id)
  if (detail) return detail
  if (!isEverythingRead(context)) throw new NotFoundError('Bindings and shoots have not all been read yet. Try again.')
  const former = getGlobalAccountDetail(context, id, await isRecorded(runtime().store.db, id))
  if (former) return former
  throw new NotFoundError(
    'There is no such global account: no binding names it, it has no clusters, and nothing of it is recorded.',
  )
})
