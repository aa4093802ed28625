import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/names.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequestSpec } from '#lib/operators/api/subscription-request.ts'
import { controllerReference } from '#lib/operators/framework/owner-references.ts'

/** A SubscriptionRequest as it is applied. */
export interface SubscriptionManifest extends KubeObject {
  readonly spec: SubscriptionRequestSpec
}

/**
 * The SubscriptionRequest of a Cluster: of the same name, owned by it, and with everything that decides on the account. Null for a
 * Cluster that is brought, which needs no account. `shoot`: the name its shoot has, or will have.
 */
export function subscriptionOfCluster(
  cluster: Pick<Cluster, 'metadata' | 'spec'>,
  shoot: string,
): SubscriptionManifest | null {
  const { core, infrastructure, euAccess } = cluster.spec
  if (core === undefined || infrastructure === undefined) return null
  const { name, namespace, labels = {} } = cluster.metadata
  const { provider, subscriptionSelector } = infrastructure
  const plan = labels[CLUSTER_LABELS.plan]
  return {
    metadata: {
      name,
      namespace,
      labels: passedOn(labels),
      ownerReferences: [controllerReference(cluster, CLUSTERS)],
    },
    spec: {
      provider,
      subscriptionSelector,
      region: core.region,
      cluster: shoot,
      ...(plan !== undefined && { plan }),
      ...(core.platformRegion !== undefined && { platformRegion: core.platformRegion }),
      ...(euAccess !== undefined && { euAccess }),
    },
  }
}

/** The labels of the seed, by which requests are found as Clusters are. */
function passedOn(labels: Readonly<Record<string, string>>): Record<string, string> {
  const known = Object.values(CLUSTER_LABELS)
  return Object.fromEntries(Object.entries(labels).filter(([key]) => known.some(label => label === key)))
}
