import { previewRoute } from '#app/api/resource-verb.ts'
import { CLUSTER_CREATION } from '#lib/services/resources/cluster-creation.ts'
import { previewCreation } from '#lib/services/resources/create-resource.ts'

export const POST = previewRoute('create-cluster', (context, call) => previewCreation(context, CLUSTER_CREATION, call))
