import { kubeconfigVerb } from '#app/api/kubeconfig-verb.ts'
import { parseListQuery } from '#app/api/list-query.ts'
import { operatorsAnswer } from '#app/api/operators-answer.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { listKubeconfigs } from '#lib/queries/operators/kubeconfig-list.ts'
import { runtime } from '#lib/runtime.ts'
import { createRequest } from '#lib/services/kubeconfigs/create-request.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'

export const GET = viewerRoute(({ context, query, request }) =>
  operatorsAnswer(request, context, () =>
    listKubeconfigs(kubeconfigSight(runtime(), context.at), parseListQuery(query)),
  ),
)

/** Requests access to a cluster; 422 lists the problems by field. */
export const POST = kubeconfigVerb('create', async (context, call) => {
  const result = await createRequest(context, call)
  const status = result.kind === 'created' ? 201 : 422
  return Response.json(result, { status, headers: { 'cache-control': 'no-store' } })
})
