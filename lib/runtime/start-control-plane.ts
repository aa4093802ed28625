import type { Env } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { type Access, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { Notifier } from '#lib/garden/inventory/change-log.ts'
import { type LiveRuntimes, watchRuntimes } from '#lib/garden/inventory/watch-runtimes.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { type KubeconfigRequest, withoutKubeconfig } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { EVENTS, type EventObject } from '#lib/operators/framework/event-recorder.ts'
import { createWatchStore, type WatchStore } from '#lib/operators/framework/watch-store.ts'
import { BY_CLUSTER } from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import type { KindFreshness, OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { VERSION } from '#lib/version.ts'
import type { Shutdown } from './shutdown.ts'

/** Kyma's control plane, as it is reached. */
export interface ControlPlane {
  readonly client: GardenClient
  readonly access: Access
}

/** Kyma's control plane by HAP_KCP_KUBECONFIG, else the embedded garden; null where there is neither. Throws KubeconfigError. */
export function openControlPlane(
  { HAP_KCP_KUBECONFIG: kubeconfig }: Pick<Env, 'HAP_KCP_KUBECONFIG'>,
  { client, access, embedded }: ControlPlane & { readonly embedded: boolean },
  shutdown: Shutdown,
): ControlPlane | null {
  if (kubeconfig === null) return embedded ? { client, access } : null
  const named = loadKubeconfig(kubeconfig, { variable: 'HAP_KCP_KUBECONFIG' })
  const itsClient = createGardenClient({ access: named, version: VERSION })
  shutdown.add(() => itsClient.close())
  return { client: itsClient, access: named }
}

interface Place {
  readonly client: GardenClient
  /** Of the custom resources. */
  readonly namespace: string
  readonly staleAfterMs: number
}

/** A burst of changes is told once. Milliseconds. */
const TELL_EVERY = 50

/** Follows the custom resources for the pages of this process, whoever leads the operators; null without pages or a control plane. */
export function startOperatorObjects(
  env: Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER'>,
  client: GardenClient | null,
  shutdown: Shutdown,
): OperatorObjects | null {
  if (client === null || !env.HAP_ROLES.includes('web')) return null
  const followed = followOperatorObjects({
    client,
    namespace: env.HAP_KCP_NAMESPACE,
    staleAfterMs: env.HAP_STALE_AFTER * 1_000,
  })
  shutdown.add(() => followed.stop())
  return followed.objects
}

/** The same until stopped. It never fails: what is wrong stands in freshness(). */
export function followOperatorObjects({ client, namespace, staleAfterMs }: Place): {
  readonly objects: OperatorObjects
  stop(): Promise<void>
} {
  const notifier = new Notifier((task, ms) => void setTimeout(task, ms).unref(), TELL_EVERY)
  let version = 0
  const changed = () => {
    version += 1
    notifier.notify()
  }
  const common = (resource: Resource) => ({
    client,
    collection: { resource, namespace },
    staleAfterMs,
    mayBeAbsent: true,
    onFreshness: changed,
  })
  const clusters = createWatchStore<Cluster>(common(CLUSTERS))
  const subscriptions = createWatchStore<SubscriptionRequest>(common(SUBSCRIPTION_REQUESTS))
  const kubeconfigs = createWatchStore<KubeconfigRequest, 'cluster'>({
    ...common(KUBECONFIG_REQUESTS),
    indexes: BY_CLUSTER,
    strip: withoutKubeconfig,
  })
  const stores = { Cluster: clusters, SubscriptionRequest: subscriptions, KubeconfigRequest: kubeconfigs } as const
  for (const store of [clusters, subscriptions, kubeconfigs] as readonly Pick<WatchStore<KubeObject>, 'subscribe'>[])
    store.subscribe(changed)
  const kinds = ['Cluster', 'SubscriptionRequest', 'KubeconfigRequest'] as const
  return {
    objects: {
      namespace,
      clusters,
      subscriptions,
      kubeconfigs,
      get version() {
        return version
      },
      freshness: () => kinds.map((kind): KindFreshness => ({ kind, ...stores[kind].freshness() })),
      subscribe: listener => notifier.subscribe(listener),
      eventsOf: (uid, signal) => readEvents({ client, namespace, uid }, signal),
    },
    stop: async () => void (await Promise.all(kinds.map(kind => stores[kind].stop()))),
  }
}

interface About {
  readonly client: Pick<GardenClient, 'page'>
  readonly namespace: string
  /** Of the object the events are about. */
  readonly uid: string
}

/** More than this of one object nobody reads. */
const MAX_EVENTS = 200

/** What happened to an object lately, newest first; Kubernetes keeps an hour of it. Throws GardenError. */
async function readEvents({ client, namespace, uid }: About, signal?: AbortSignal): Promise<readonly EventObject[]> {
  const events: EventObject[] = []
  const collection = { resource: EVENTS, namespace, fieldSelector: `regarding.uid=${uid}` }
  await client.page<EventObject>(collection, { limit: MAX_EVENTS, ...(signal && { signal }) }, event =>
    events.push(event),
  )
  return events.toSorted((a, b) => lastSeen(b).localeCompare(lastSeen(a)))
}

function lastSeen({ series, eventTime, metadata }: EventObject): string {
  return series?.lastObservedTime ?? eventTime ?? metadata?.creationTimestamp ?? ''
}

/** Follows what Kyma's infrastructure manager knows of clusters in the control plane; null without one. */
export function startRuntimes(
  settings: Pick<Env, 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER'>,
  client: GardenClient | null,
  shutdown: Shutdown,
): LiveRuntimes | null {
  if (client === null) return null
  const live = watchRuntimes({
    client,
    namespace: settings.HAP_KCP_NAMESPACE,
    staleAfterMs: settings.HAP_STALE_AFTER * 1000,
  })
  shutdown.add(() => live.stop())
  return live
}
