import { eventsRoute } from '#app/api/operator-object.ts'
import { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'

export const GET = eventsRoute('Cluster', getClusterDetail)
