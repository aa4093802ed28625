import { eventsRoute } from '#app/api/operator-object.ts'
import { clusterDetail } from '#lib/queries/operators/cluster-detail.ts'

export const GET = eventsRoute('Cluster', clusterDetail)
