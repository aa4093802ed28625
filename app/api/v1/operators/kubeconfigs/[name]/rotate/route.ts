import { acknowledgedVerb } from '#app/api/kubeconfig-verb.ts'
import { rotateKubeconfig } from '#lib/services/kubeconfigs/rotate-kubeconfig.ts'

export const POST = acknowledgedVerb('rotate', rotateKubeconfig)
