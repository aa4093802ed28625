import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_LABELS, KUBECONFIG_MANAGER, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { dependents, objectsOf, type Source } from '#lib/operators/framework/controller.ts'
import { keysOfController } from '#lib/operators/framework/object-helpers.ts'
import { keyOf, keyText } from '#lib/operators/framework/reconciler.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import { importedSecrets } from '#lib/operators/target/imported-secrets.ts'
import { secretPlaceOf } from './names.ts'

/** Label selector of the Secrets of kubeconfigs. */
export const SECRETS_OF_KUBECONFIGS = `${KUBECONFIG_LABELS.managedBy}=${KUBECONFIG_MANAGER}`

/** Label selector of all other Secrets, which may hold kubeconfigs of imported clusters. */
export const SECRETS_OF_OTHERS = `${KUBECONFIG_LABELS.managedBy}!=${KUBECONFIG_MANAGER}`

/** Index of requests by their Cluster. */
export const BY_CLUSTER = {
  cluster: (request: KubeconfigRequest) => [keyText(clusterOf(request))],
}

/** Index of requests by their Cluster and by the Secret of their kubeconfig. */
export const BY_CLUSTER_AND_SECRET = {
  ...BY_CLUSTER,
  secret: ({ metadata }: KubeconfigRequest) => [keyText(secretPlaceOf(metadata))],
}

interface KubeconfigStores {
  readonly requests: WatchStore<KubeconfigRequest, keyof typeof BY_CLUSTER_AND_SECRET>
  readonly clusters: WatchStore<KubeObject & Cluster, 'secret'>
  /** Metadata of the Secrets of SECRETS_OF_KUBECONFIGS. */
  readonly secrets: WatchStore<KubeObject>
  /** Metadata of the Secrets of SECRETS_OF_OTHERS. */
  readonly ways: WatchStore<KubeObject>
}

/**
 * Sources of the kubeconfig controller: requests, their Clusters, their Secrets, Secrets of others
 * under the same names, and Secrets of imported clusters.
 */
export function kubeconfigSources({ requests, clusters, secrets, ways }: KubeconfigStores): {
  readonly primary: Source
  readonly others: readonly Source[]
} {
  const ownersOf = keysOfController(KUBECONFIG_REQUESTS)
  const requestsOf = (cluster: KubeObject) => requests.by('cluster', keyText(keyOf(cluster))).map(keyOf)
  return {
    primary: objectsOf(requests),
    others: [
      dependents(clusters, requestsOf),
      // A Secret may have lost its owner reference.
      dependents(secrets, secret => [...ownersOf(secret), ...requests.by('secret', keyText(keyOf(secret))).map(keyOf)]),
      importedSecrets(ways, secret => {
        const key = keyText(keyOf(secret))
        return [...clusters.by('secret', key).flatMap(requestsOf), ...requests.by('secret', key).map(keyOf)]
      }),
    ],
  }
}
