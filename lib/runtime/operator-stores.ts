import type { Collection } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { withoutKubeconfig } from '#lib/operators/api/without-kubeconfig.ts'
import { SHOOTS_OF_CLUSTERS } from '#lib/operators/cluster/cluster-sources.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import {
  BY_CLUSTER_AND_SECRET,
  SECRETS_OF_KUBECONFIGS,
  SECRETS_OF_OTHERS,
} from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import { BY_SECRET, namesOnly } from '#lib/operators/target/brought-secrets.ts'
import type { OperatorParts } from './operators-term.ts'

/** Everything the operators follow, from now on until each is stopped. */
export function operatorStores({
  control,
  garden,
  namespace,
  project,
  staleAfterMs,
}: Pick<OperatorParts, 'control' | 'garden' | 'namespace' | 'project' | 'staleAfterMs'>) {
  const inControl = (resource: Collection['resource'], labelSelector?: string) => ({
    client: control,
    collection: { resource, namespace, ...(labelSelector !== undefined && { labelSelector }) },
    staleAfterMs,
    // The definitions may be taken away while we look.
    mayBeAbsent: true,
  })
  return {
    subscriptions: createWatchStore<SubscriptionRequest>(inControl(SUBSCRIPTION_REQUESTS)),
    clusters: createWatchStore<KubeObject & Cluster, 'secret'>({ ...inControl(CLUSTERS), indexes: BY_SECRET }),
    kubeconfigs: createWatchStore<KubeconfigRequest, keyof typeof BY_CLUSTER_AND_SECRET>({
      ...inControl(KUBECONFIG_REQUESTS),
      indexes: BY_CLUSTER_AND_SECRET,
      // Whoever has to do with it reads the request anew; it is not to stay in memory.
      strip: withoutKubeconfig,
    }),
    secrets: createWatchStore<KubeObject>(inControl(SECRETS, SECRETS_OF_KUBECONFIGS)),
    ways: createWatchStore<KubeObject>({ ...inControl(SECRETS, SECRETS_OF_OTHERS), strip: namesOnly }),
    shoots: createWatchStore<KubeObject>({
      client: garden,
      collection: { resource: SHOOTS, namespace: project.namespace, labelSelector: SHOOTS_OF_CLUSTERS },
      staleAfterMs,
    }),
  }
}
