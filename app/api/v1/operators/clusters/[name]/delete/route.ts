import { deletionRoute } from '#app/api/resource-verb.ts'
import { deleteCluster } from '#lib/services/resources/delete-resource.ts'

export const POST = deletionRoute('delete-cluster', deleteCluster)
