import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { createController } from '#lib/operators/framework/controller.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import { createKubeconfigReconciler } from '#lib/operators/kubeconfig/kubeconfig-reconciler.ts'
import {
  BY_CLUSTER_AND_SECRET,
  kubeconfigSources,
  SECRETS_OF_KUBECONFIGS,
  SECRETS_OF_OTHERS,
} from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import { BY_SECRET, namesOnly } from '#lib/operators/target/imported-secrets.ts'
import type { KubeconfigWorld } from './kubeconfig-world.ts'
import type { Watching } from './veil.ts'

/** Starts the kubeconfig controller in a world, with its watches and queue. */
export function startKubeconfigController(
  world: KubeconfigWorld,
  onFailure: (error: unknown) => void,
  watching: Watching = world.client,
): { stop(): Promise<void> } {
  const common = { client: watching, staleAfterMs: 10_000 }
  const requests = createWatchStore<KubeconfigRequest, keyof typeof BY_CLUSTER_AND_SECRET>({
    ...common,
    collection: { resource: KUBECONFIG_REQUESTS, namespace: null },
    indexes: BY_CLUSTER_AND_SECRET,
  })
  const clusters = createWatchStore<KubeObject & Cluster, 'secret'>({
    ...common,
    collection: { resource: CLUSTERS, namespace: null },
    indexes: BY_SECRET,
  })
  const secrets = createWatchStore<KubeObject>({
    ...common,
    collection: { resource: SECRETS, namespace: null, labelSelector: SECRETS_OF_KUBECONFIGS },
  })
  const ways = createWatchStore<KubeObject>({
    ...common,
    collection: { resource: SECRETS, namespace: null, labelSelector: SECRETS_OF_OTHERS },
    strip: namesOnly,
  })
  const controller = createController({
    name: 'kubeconfig',
    reconciler: createKubeconfigReconciler(world.context()),
    ...kubeconfigSources({ requests, clusters, secrets, ways }),
    onFailure: (_key, error) => onFailure(error),
  })
  controller.start()
  return {
    async stop() {
      await controller.stop()
      for (const store of [requests, clusters, secrets, ways]) await store.stop()
    },
  }
}
