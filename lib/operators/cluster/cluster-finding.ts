import type { CLUSTER_CONDITIONS, ClusterReason, ClusterType } from '#lib/operators/api/cluster-conditions.ts'
import type { Finding } from '#lib/operators/framework/conditions.ts'

export type ClusterFinding = Finding<typeof CLUSTER_CONDITIONS>

/** A finding of one condition of a Cluster. */
export function clusterFinding<Type extends ClusterType>(
  type: Type,
  status: ClusterFinding['status'],
  reason: ClusterReason<Type>,
  message: string,
): ClusterFinding {
  // The compiler cannot tell that the reason is one of this very type.
  return { type, status, reason, message } as ClusterFinding
}
