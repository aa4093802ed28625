import { acknowledgedVerb } from '#app/api/kubeconfig-verb.ts'
import { deleteRequest } from '#lib/services/kubeconfigs/delete-request.ts'

export const POST = acknowledgedVerb('delete', deleteRequest)
