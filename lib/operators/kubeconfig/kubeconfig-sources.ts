import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { clusterOf } from '#lib/operators/api/asked-for.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { keyOf, keyText } from '#lib/operators/framework/object-key.ts'
import { keysOfController } from '#lib/operators/framework/owner-references.ts'
import { dependents, objectsOf, type Source } from '#lib/operators/framework/source.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import { LABELS, MANAGED_BY } from './names.ts'

/** Selects the Secrets that kubeconfigs go to. */
export const SECRETS_OF_KUBECONFIGS = `${LABELS.managedBy}=${MANAGED_BY}`

/** Index of requests by their Cluster. */
export const BY_CLUSTER = {
  cluster: (request: KubeconfigRequest) => [keyText(clusterOf(request))],
}

interface KubeconfigStores {
  readonly requests: WatchStore<KubeconfigRequest, 'cluster'>
  readonly clusters: WatchStore<KubeObject & Cluster>
  /** Metadata of the Secrets that SECRETS_OF_KUBECONFIGS selects. */
  readonly secrets: WatchStore<KubeObject>
}

/** What a controller of kubeconfig requests has to watch: requests, their Clusters as they come and go, and their Secrets. */
export function kubeconfigSources({ requests, clusters, secrets }: KubeconfigStores): {
  readonly primary: Source
  readonly others: readonly Source[]
} {
  return {
    primary: objectsOf(requests),
    others: [
      dependents(clusters, cluster => requests.by('cluster', keyText(keyOf(cluster))).map(keyOf)),
      dependents(secrets, keysOfController(KUBECONFIG_REQUESTS)),
    ],
  }
}
