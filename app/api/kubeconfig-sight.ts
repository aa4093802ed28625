import type { KubeconfigSight } from '#lib/queries/operators/kubeconfigs/kubeconfig-row.ts'
import { runtime } from '#lib/runtime.ts'

/** What is read of kubeconfigs is read from, at a moment in milliseconds since 1970. */
export function kubeconfigSight(at: number): KubeconfigSight {
  const { operators, kubeconfigs } = runtime()
  return { objects: operators, exceptions: kubeconfigs?.exceptions ?? new Map(), at }
}
