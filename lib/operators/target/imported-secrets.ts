import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { dependents, type Source } from '#lib/operators/framework/controller.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'

/** Index of Clusters by the Secret they name. */
export const BY_SECRET = {
  secret: ({ metadata: { namespace }, spec: { kubeconfigSecretRef: ref } }: Cluster) =>
    ref === undefined ? [] : [keyText({ namespace, name: ref.name })],
}

/** Leaves of a Secret, whose metadata is all that is ever asked for, what tells it from others and from its earlier versions. */
export function namesOnly({ metadata = {} }: KubeObject): void {
  delete metadata.labels
  delete metadata.annotations
  delete metadata.ownerReferences
  delete metadata.finalizers
}

/**
 * The Secrets by which clusters are brought: a change of one touches what depends on it. Nobody waits for them, as they only bring
 * forward what is looked at anyway: without the right to follow Secrets the operators go on, and notice later.
 */
export function importedSecrets(
  secrets: WatchStore<KubeObject>,
  keysOf: (secret: KubeObject) => Iterable<ObjectKey>,
): Source {
  const source = dependents(secrets, keysOf)
  return {
    ...source,
    ready: async () => true,
    // Two kinds of Secrets are followed, and a trouble is told of one.
    freshness: () => ({ ...secrets.freshness(), resource: 'secrets of clusters that were brought' }),
  }
}
