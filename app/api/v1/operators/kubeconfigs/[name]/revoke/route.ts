import { acknowledgedVerb } from '#app/api/kubeconfig-verb.ts'
import { revokeKubeconfig } from '#lib/services/kubeconfigs/act-on-request.ts'

export const POST = acknowledgedVerb('revoke', revokeKubeconfig)
