import { viewerRoute } from '#app/api/viewer-route.ts'
import { reservedClusters } from '#lib/queries/global-accounts/reserved-clusters.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ id: string }>(({ context, params }) =>
  reservedClusters(runtime().store.db, context, params.id),
)
