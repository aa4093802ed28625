import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { CLUSTERS, SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { dependents, objectsOf, type Source } from '#lib/operators/framework/controller.ts'
import { isTerminating, keysOfController } from '#lib/operators/framework/object-helpers.ts'
import { keyFrom, keyOf, keyText } from '#lib/operators/framework/reconciler.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import { importedSecrets } from '#lib/operators/target/imported-secrets.ts'
import { MANAGED_BY } from './shoot-metadata.ts'

/** Label selector of the shoots of Clusters. */
export const SHOOTS_OF_CLUSTERS = `${MANAGED_BY.key}=${MANAGED_BY.value}`

interface ClusterStores {
  readonly clusters: WatchStore<KubeObject & Cluster, 'secret'>
  readonly requests: WatchStore<SubscriptionRequest>
  /** Shoots of SHOOTS_OF_CLUSTERS. */
  readonly shoots: WatchStore<KubeObject>
  readonly kubeconfigs: Pick<WatchStore<KubeconfigRequest>, 'all' | 'subscribe' | 'ready' | 'freshness'>
  /** Metadata of the Secrets that may hold kubeconfigs of imported clusters. */
  readonly ways: WatchStore<KubeObject>
}

/**
 * Sources of the cluster controller: Clusters, their SubscriptionRequests and shoots; for imported
 * clusters their Secrets, and the KubeconfigRequests that must end before the Cluster.
 */
export function clusterSources({ clusters, requests, shoots, kubeconfigs, ways }: ClusterStores): {
  readonly primary: Source
  readonly others: readonly Source[]
} {
  return {
    primary: objectsOf(clusters),
    others: [
      dependents(requests, keysOfController(CLUSTERS)),
      dependents(shoots, clusterOfShoot),
      dependents(kubeconfigs, request => {
        const cluster = clusters.get(clusterOf(request))
        return cluster !== null && isTerminating(cluster) && isBrought(cluster) ? [keyOf(cluster)] : []
      }),
      importedSecrets(ways, secret => clusters.by('secret', keyText(keyOf(secret))).map(keyOf)),
    ],
  }
}

function isBrought({ spec }: Cluster): boolean {
  return spec.kubeconfigSecretRef !== undefined
}

function clusterOfShoot({ metadata }: KubeObject) {
  const cluster = metadata?.annotations?.[SHOOT_ANNOTATIONS.cluster]
  return cluster === undefined ? [] : [keyFrom(cluster)]
}
