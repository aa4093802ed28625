import { viewerRoute } from '#app/api/viewer-route.ts'
import { globalAccountsLike } from '#lib/queries/simulator/request-options.ts'

/** Global accounts that begin with `start`, for completion. */
export const GET = viewerRoute(({ context, query }) => ({
  globalAccounts: globalAccountsLike(context, (query.start ?? '').slice(0, 63), 20),
}))
