import { acknowledgedVerb } from '#app/api/kubeconfig-verb.ts'
import { revokeKubeconfig } from '#lib/services/kubeconfigs/revoke-kubeconfig.ts'

export const POST = acknowledgedVerb('revoke', revokeKubeconfig)
