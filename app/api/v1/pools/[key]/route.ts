import { viewerRoute } from '#app/api/viewer-route.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { areBindingsRead } from '#lib/queries/health.ts'
import { getPoolDetail } from '#lib/queries/pools/pool-detail.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ key: string }>(async ({ params }) => {
  const waiting = await runtime().queues.read()
  const context = runtime().context()
  const detail = getPoolDetail(context, params.key, waiting)
  if (detail) return detail
  if (!areBindingsRead(context)) throw new NotFoundError('No bindings have been read yet. Try again.')
  throw new NotFoundError(waiting === null ? UNKNOWN : NO_POOL)
})

const NO_POOL = 'No binding is in it, no rule leads to it, and no claim waits for it.'
const UNKNOWN =
  'No binding is in it, and no rule leads to it. Whether claims wait for it is unknown: the database is not responding.'
