import type { KubeconfigSight } from '#lib/queries/operators/kubeconfigs/kubeconfig-row.ts'
import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'

interface SightSources {
  readonly operators: OperatorObjects | null
  readonly kubeconfigs: Pick<KubeconfigContext, 'exceptions'> | null
}

/** Returns what kubeconfig requests are read from, at a time in milliseconds since 1970. */
export function kubeconfigSight({ operators, kubeconfigs }: SightSources, at: number): KubeconfigSight {
  return { objects: operators, exceptions: kubeconfigs?.exceptions ?? new Map(), at }
}
