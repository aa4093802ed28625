import { acknowledgedVerb } from '#app/api/kubeconfig-verb.ts'
import { deleteRequest } from '#lib/services/kubeconfigs/act-on-request.ts'

export const POST = acknowledgedVerb('delete', deleteRequest)
