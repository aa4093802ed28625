import { yamlRoute } from '#app/api/operator-object.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'

export const GET = yamlRoute(CLUSTERS, 'Cluster', getClusterDetail)
