import type { Cluster } from '#lib/operators/api/cluster.ts'
import { clusterDeletionFacts } from '#lib/operators/api/deletion-facts.ts'
import { globalAccountOf } from '#lib/operators/api/global-account-of.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { deleteResource } from './delete-resource.ts'
import type { ProvedCall, ResourceContext } from './resource-context.ts'

/** Deletes a Cluster: the operator deletes its shoot, then gives its account back. Throws RefusedError, AuditError, GardenError. */
export function deleteCluster(context: ResourceContext, call: ProvedCall, name: string): Promise<void> {
  // How many kubeconfigs are left, and who else has the account, is told by pages; it stops nothing.
  const factsOf = (cluster: Cluster) => clusterDeletionFacts(cluster, 0, null)
  const globalAccount = ({ metadata: { labels }, spec }: Cluster) => globalAccountOf({ labels, spec })
  return deleteResource(context, { verb: 'delete-cluster', resource: CLUSTERS, factsOf, globalAccount }, { call, name })
}
