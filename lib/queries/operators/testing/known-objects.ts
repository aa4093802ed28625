import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Cluster, ClusterSpec, ClusterStatus } from '#lib/operators/api/cluster.ts'
import type {
  KubeconfigRequest,
  KubeconfigRequestSpec,
  KubeconfigRequestStatus,
} from '#lib/operators/api/kubeconfig-request.ts'
import type {
  SubscriptionRequest,
  SubscriptionRequestSpec,
  SubscriptionRequestStatus,
} from '#lib/operators/api/subscription-request.ts'
import { keyOf, keyText } from '#lib/operators/framework/reconciler.ts'
import { ObjectTable } from '#lib/operators/framework/watch-store.ts'
import type { KindFreshness, OperatorKind, OperatorObjects } from '../operator-objects.ts'

const NAMESPACE = 'kcp-system'
const KINDS: readonly OperatorKind[] = ['Cluster', 'SubscriptionRequest', 'KubeconfigRequest']

interface Known {
  readonly clusters?: readonly Cluster[]
  readonly subscriptions?: readonly SubscriptionRequest[]
  readonly kubeconfigs?: readonly KubeconfigRequest[]
  readonly freshness?: Partial<KindFreshness>
}

/** Builds the stores of custom resources as a console with a control plane has them. */
export function knownObjects({
  clusters = [],
  subscriptions = [],
  kubeconfigs = [],
  freshness,
}: Known = {}): OperatorObjects {
  return {
    namespace: NAMESPACE,
    clusters: tableOf(clusters),
    subscriptions: tableOf(subscriptions),
    kubeconfigs: tableOf<KubeconfigRequest, 'cluster'>(kubeconfigs, {
      cluster: ({ spec, metadata }) => [`${metadata.namespace}/${spec.cluster}`],
    }),
    version: 1,
    freshness: () => KINDS.map(kind => ({ ...LIVE, resource: `${kind.toLowerCase()}s`, kind, ...freshness })),
    subscribe: () => () => undefined,
    eventsOf: async () => [],
  }
}

const LIVE = {
  phase: 'live',
  lastContactAt: 0,
  error: null,
  complete: true,
  ageMs: 0,
  absent: false,
  skipped: [],
} as const

function tableOf<T extends KubeObject, Index extends string = never>(
  objects: readonly T[],
  indexes: Readonly<Record<Index, (object: T) => Iterable<string>>> | null = null,
) {
  const table = new ObjectTable<T, Index>(indexes)
  for (const object of objects) table.put(keyText(keyOf(object)), object)
  return {
    size: table.size,
    get: (key: { namespace: string; name: string }) => table.get(keyText(key)),
    all: () => table.all(),
    ownedBy: (uid: string) => table.ownedBy(uid),
    by: (index: Index, value: string) => table.by(index, value),
  }
}

type Metadata = Partial<Cluster['metadata']> & { readonly name: string }

/** Builds a Cluster on AWS with defaults. */
export function cluster(metadata: Metadata, status?: ClusterStatus, spec: Partial<ClusterSpec> = {}): Cluster {
  return {
    metadata: metadataOf(metadata),
    spec: {
      core: { region: 'eu-central-1' },
      infrastructure: {
        provider: 'aws',
        machineType: 'm5.xlarge',
        autoScalerMin: 1,
        autoScalerMax: 3,
        numberOfZones: 1,
        subscriptionSelector: 'globalaccount:ga-1 || shared',
      },
      ...spec,
    },
    ...(status && { status }),
  }
}

/** Builds a SubscriptionRequest for AWS with defaults. */
export function subscription(
  metadata: Metadata,
  status?: SubscriptionRequestStatus,
  spec: Partial<SubscriptionRequestSpec> = {},
): SubscriptionRequest {
  return {
    metadata: metadataOf(metadata),
    spec: { provider: 'aws', subscriptionSelector: 'ga-1', ...spec },
    ...(status && { status }),
  }
}

/** Builds a KubeconfigRequest that may read ConfigMaps, with defaults. */
export function kubeconfig(
  metadata: Metadata,
  status?: KubeconfigRequestStatus,
  spec: Partial<KubeconfigRequestSpec> = {},
): KubeconfigRequest {
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
  return {
    metadata: metadataOf(metadata),
    spec: { cluster: 'c-1', clusterRole: { rules }, expiration: 3_600, output: 'secret', ...spec },
    ...(status && { status }),
  }
}

function metadataOf(metadata: Metadata): Cluster['metadata'] {
  const { name } = metadata
  const made = '2026-11-23T10:00:00Z'
  return {
    namespace: NAMESPACE,
    uid: `uid-${name}`,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: made,
    ...metadata,
  }
}
