import { onTestFinished } from 'vitest'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster, ClusterSpec } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { ClusterContext } from '#lib/operators/cluster/cluster-context.ts'
import { clusterReconciler } from '#lib/operators/cluster/cluster-reconciler.ts'
import { clusterSources, SHOOTS_OF_CLUSTERS } from '#lib/operators/cluster/cluster-sources.ts'
import type { LiveShoot } from '#lib/operators/cluster/live-shoot.ts'
import { type Controller, createController } from '#lib/operators/framework/controller.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import { SECRETS_OF_OTHERS } from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { BY_SECRET, namesOnly } from '#lib/operators/target/imported-secrets.ts'
import { type OpenTarget, openTarget } from '#lib/operators/target/open-target.ts'
import { accessBy } from '../garden/access-by.ts'
import { absentAsNull, objectsIn } from '../kit/objects.ts'
import { waitUntil } from '../kit/wait.ts'
import { openerOn } from './opener-on.ts'
import { type RequestWorld, requestWorld } from './request-world.ts'
import { sampleCluster } from './sample-cluster.ts'
import type { Watching } from './veil.ts'

export interface ClusterWorld extends RequestWorld {
  clusterOperator(
    change?: Partial<ClusterContext>,
    watching?: Watching,
  ): Promise<{ readonly controller: Controller; readonly failures: readonly unknown[]; stop(): Promise<void> }>
  /** `plan`: default aws. */
  cluster(name: string, change?: Parameters<typeof sampleCluster>[0], plan?: string): Promise<Cluster>
  bring(name: string, spec: ClusterSpec): Promise<Cluster>
  editCluster(name: string, spec: Readonly<Record<string, unknown>>): Promise<Cluster>
  readCluster(name: string): Promise<Cluster | null>
  removeCluster(name: string): Promise<void>
  seenCluster(name: string, isAsWished: (cluster: Cluster) => boolean): Promise<Cluster>
  shootOf(name: string): Promise<LiveShoot | null>
  /** Opens a cluster as its administrator. */
  enter(place: TargetPlace): Promise<OpenTarget>
}

const PROFILE = {
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'CloudProfile',
  metadata: { name: 'aws', uid: 'uid-profile-aws' },
  spec: {
    type: 'aws',
    kubernetes: { versions: [{ version: '1.34.7' }] },
    regions: [{ name: 'eu-central-1', zones: ['a', 'b', 'c'].map(zone => ({ name: `eu-central-1${zone}` })) }],
  },
}

/**
 * A control plane with Clusters and SubscriptionRequests, and a garden that creates shoots, in one cluster and
 * namespace.
 */
export async function clusterWorld(accounts: Readonly<Record<string, Record<string, string>>>): Promise<ClusterWorld> {
  const base = await requestWorld(accounts)
  const { admin, namespace, garden } = base
  garden.loadAll([PROFILE])
  const clusters = objectsIn<Cluster>(admin, { resource: CLUSTERS, namespace })
  const create = (name: string, spec: ClusterSpec, labels: Record<string, string>) =>
    admin.create<Cluster>({ resource: CLUSTERS, namespace }, { metadata: { name, labels }, spec } as unknown as Cluster)
  return {
    ...base,
    clusterOperator: (change, watching) => operatorOn(base, change, watching),
    cluster(name, change = {}, plan = 'aws') {
      const { infrastructure, ...rest } = change
      const { spec } = sampleCluster({ ...rest, infrastructure: { subscriptionSelector: 't-1', ...infrastructure } })
      return create(name, spec, { plan, globalaccountid: 't-1', subaccountid: 's-1' })
    },
    bring: (name, spec) => create(name, spec, {}),
    editCluster: (name, spec) => clusters.edit(name, { spec }),
    readCluster: clusters.read,
    removeCluster: clusters.remove,
    seenCluster: clusters.seen,
    async enter(place) {
      const secrets = createSecretReader({ access: accessBy(garden.kubeconfig('admin')), version: 'test' })
      onTestFinished(() => secrets.close())
      return openTarget(openerOn(admin, secrets, namespace), place)
    },
    async shootOf(name) {
      const shoot = (await clusters.read(name))?.status?.shootRef?.name
      return shoot === undefined
        ? null
        : absentAsNull(admin.get<LiveShoot>({ resource: SHOOTS, namespace, name: shoot }))
    },
  }
}

/** Names of all objects of a resource in the namespace of a world. */
export async function namesOf({ admin, namespace }: ClusterWorld, resource: Resource): Promise<readonly string[]> {
  const names: string[] = []
  await admin.page({ resource, namespace }, { limit: 100 }, ({ metadata }) => void names.push(metadata?.name ?? ''))
  return names
}

/** An operator whose clock the test advances, and that checks the Cluster `example` some minutes later on request. */
export async function turnedOperator(world: ClusterWorld) {
  let aheadMs = 0
  const { controller, failures } = await world.clusterOperator({ now: () => Date.now() + aheadMs })
  const look = async (minutes: number) => {
    aheadMs += minutes * 60_000
    for (let times = 0; times < 3; times++) {
      controller.touch({ namespace: world.namespace, name: 'example' })
      await waitUntil(() => controller.metrics().depth + controller.metrics().working === 0)
    }
  }
  return { look, failures }
}

async function operatorOn(
  { admin, namespace, garden, service }: RequestWorld,
  change: Partial<ClusterContext> = {},
  watching: Watching = admin,
) {
  const failures: unknown[] = []
  const common = { client: watching, staleAfterMs: 60_000 }
  const clusters = createWatchStore<Cluster, 'secret'>({
    ...common,
    collection: { resource: CLUSTERS, namespace },
    indexes: BY_SECRET,
  })
  const requests = createWatchStore<SubscriptionRequest>({
    ...common,
    collection: { resource: SUBSCRIPTION_REQUESTS, namespace },
  })
  const shoots = createWatchStore<LiveShoot>({
    ...common,
    collection: { resource: SHOOTS, namespace, labelSelector: SHOOTS_OF_CLUSTERS },
  })
  const kubeconfigs = createWatchStore<KubeconfigRequest>({
    ...common,
    collection: { resource: KUBECONFIG_REQUESTS, namespace },
    mayBeAbsent: true,
  })
  const ways = createWatchStore<KubeObject>({
    ...common,
    collection: { resource: SECRETS, namespace, labelSelector: SECRETS_OF_OTHERS },
    strip: namesOnly,
  })
  const secrets = createSecretReader({ access: accessBy(garden.kubeconfig('admin')), version: 'test' })
  const context: ClusterContext = {
    control: admin,
    garden: admin,
    claims: service,
    clusters,
    requests,
    project: { name: '', namespace },
    opener: openerOn(admin, secrets, namespace),
    installation: 'test',
    events: { record: () => undefined },
    now: Date.now,
    lateMs: 0,
    ...change,
  }
  const controller = createController({
    name: 'cluster',
    reconciler: clusterReconciler(context),
    ...clusterSources({ clusters, requests, shoots, kubeconfigs, ways }),
    onFailure: (_, error) => void failures.push(error),
    clock: context.now,
  })
  controller.start()
  const stop = async () => {
    await controller.stop()
    await Promise.all([clusters, requests, shoots, kubeconfigs, ways].map(store => store.stop()))
    secrets.close()
  }
  onTestFinished(stop)
  return { controller, failures, stop }
}
