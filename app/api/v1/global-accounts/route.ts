import { parseListQuery } from '#app/api/list-query.ts'
import { sharedAnswer } from '#app/api/shared-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'
import { findGlobalAccounts } from '#lib/queries/simulator/request-options.ts'

/** Lists global accounts; with `start`, those whose id begins with it, for completion. */
export const GET = viewerRoute(({ context, query, request }) =>
  query.start === undefined
    ? sharedAnswer(request, context, () => listGlobalAccounts(context, parseListQuery(query)))
    : { globalAccounts: findGlobalAccounts(context, query.start.slice(0, 63), 20) },
)
