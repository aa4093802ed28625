import type { Cluster, ClusterStatus, KubeconfigSecretRef } from './cluster.ts'

type Way =
  /** It was brought. */
  | { readonly by: 'secret'; readonly ref: KubeconfigSecretRef }
  | { readonly by: 'shoot'; readonly ref: NonNullable<ClusterStatus['shootRef']> }

/** Where the way into a cluster begins, as far as its Cluster tells; null while it has no shoot. */
export function wayOfCluster({ spec, status }: Pick<Cluster, 'spec' | 'status'>): Way | null {
  if (spec.kubeconfigSecretRef !== undefined) return { by: 'secret', ref: spec.kubeconfigSecretRef }
  return status?.shootRef === undefined ? null : { by: 'shoot', ref: status.shootRef }
}
