import { yamlRoute } from '#app/api/operator-object.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { clusterDetail } from '#lib/queries/operators/cluster-detail.ts'

export const GET = yamlRoute(CLUSTERS, 'Cluster', clusterDetail)
