import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { dependents, type Source } from '#lib/operators/framework/controller.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'

/** Index of Clusters by their kubeconfig Secret. */
export const BY_SECRET = {
  secret: ({ metadata: { namespace }, spec: { kubeconfigSecretRef: ref } }: Cluster) =>
    ref === undefined ? [] : [keyText({ namespace, name: ref.name })],
}

/**
 * Reduces the metadata of a Secret, in place, to its identity and version. The operators never list
 * the data of Secrets.
 */
export function namesOnly({ metadata = {} }: KubeObject): void {
  delete metadata.labels
  delete metadata.annotations
  delete metadata.ownerReferences
  delete metadata.finalizers
}

/**
 * Source of the Secrets of imported clusters: a change enqueues the dependents. Controllers do not
 * wait for this source, since it only accelerates periodic checks: without permission to watch
 * Secrets the operators still work and notice changes later.
 */
export function importedSecrets(
  secrets: WatchStore<KubeObject>,
  keysOf: (secret: KubeObject) => Iterable<ObjectKey>,
): Source {
  const source = dependents(secrets, keysOf)
  return {
    ...source,
    ready: async () => true,
    // Distinguishes this watch from that of other Secrets.
    freshness: () => ({ ...secrets.freshness(), resource: 'secrets of clusters that were brought' }),
  }
}
