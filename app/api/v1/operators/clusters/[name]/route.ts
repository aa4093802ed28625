import { requireObject } from '#app/api/operator-object.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'

export const GET = viewerRoute<{ name: string }>(({ params }) =>
  requireObject('Cluster', params.name, getClusterDetail),
)
