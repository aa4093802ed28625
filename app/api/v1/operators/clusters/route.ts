import { parseListQuery } from '#app/api/list-query.ts'
import { operatorsAnswer } from '#app/api/operators-answer.ts'
import { creationRoute } from '#app/api/resource-verb.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listClusters } from '#lib/queries/operators/cluster-list.ts'
import { createCluster } from '#lib/services/resources/cluster-creation.ts'

export const GET = viewerRoute(({ context, query, request }) =>
  operatorsAnswer(request, context, objects => listClusters(objects, parseListQuery(query))),
)

export const POST = creationRoute('create-cluster', createCluster)
