import { acknowledgedVerb } from '#app/api/kubeconfig-verb.ts'
import { rotateKubeconfig } from '#lib/services/kubeconfigs/act-on-request.ts'

export const POST = acknowledgedVerb('rotate', rotateKubeconfig)
