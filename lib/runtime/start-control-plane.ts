import { type Env, observes } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { type Access, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import { Notifier } from '#lib/garden/inventory/change-log.ts'
import { type LiveRuntimes, watchRuntimes } from '#lib/garden/inventory/watch-runtimes.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { type Exceptions, ExceptionsError, parseExceptions } from '#lib/hap/access/dangers.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { type KubeconfigRequest, withoutKubeconfig } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { EVENTS, type EventObject } from '#lib/operators/framework/event-recorder.ts'
import { createWatchStore, type WatchStore } from '#lib/operators/framework/watch-store.ts'
import { BY_CLUSTER } from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import type { KindFreshness, OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import type { ResourceContext } from '#lib/services/resources/resource-call.ts'
import { VERSION } from '#lib/version.ts'
import type { Shutdown } from './shutdown.ts'
import { StartError } from './start-report.ts'

/** Access to the control plane. */
export interface ControlPlane {
  readonly client: GardenClient
  readonly access: Access
}

/** The control plane of HAP_KCP_KUBECONFIG, else the embedded garden; null without either. Throws KubeconfigError. */
export function openControlPlane(
  { HAP_KCP_KUBECONFIG: kubeconfig, HAP_MODE }: Pick<Env, 'HAP_KCP_KUBECONFIG' | 'HAP_MODE'>,
  { client, access, embedded }: ControlPlane & { readonly embedded: boolean },
  shutdown: Shutdown,
): ControlPlane | null {
  if (kubeconfig === null) return embedded ? { client, access } : null
  const ownAccess = loadKubeconfig(kubeconfig, { variable: 'HAP_KCP_KUBECONFIG' })
  const ownClient = createGardenClient({ access: ownAccess, version: VERSION, readOnly: observes({ HAP_MODE }) })
  shutdown.add(() => ownClient.close())
  return { client: ownClient, access: ownAccess }
}

interface WatchedNamespace {
  readonly client: GardenClient
  /** Namespace of the custom resources. */
  readonly namespace: string
  readonly staleAfterMs: number
}

/** Subscribers are notified at most once per interval. */
const NOTIFY_MS = 50

/** Watches the custom resources for the pages of this process; null without pages or a control plane. */
export function startOperatorObjects(
  env: Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER'>,
  client: GardenClient | null,
  shutdown: Shutdown,
): OperatorObjects | null {
  if (client === null || !env.HAP_ROLES.includes('web')) return null
  const watched = watchOperatorObjects({
    client,
    namespace: env.HAP_KCP_NAMESPACE,
    staleAfterMs: env.HAP_STALE_AFTER * 1_000,
  })
  shutdown.add(() => watched.stop())
  return watched.objects
}

/** Watches the custom resources until it is stopped. Failures appear in `freshness()`. */
export function watchOperatorObjects({ client, namespace, staleAfterMs }: WatchedNamespace): {
  readonly objects: OperatorObjects
  stop(): Promise<void>
} {
  const notifier = new Notifier((task, ms) => void setTimeout(task, ms).unref(), NOTIFY_MS)
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

interface EventFilter {
  readonly client: Pick<GardenClient, 'page'>
  readonly namespace: string
  /** Uid of the object the events regard. */
  readonly uid: string
}

const MAX_EVENTS = 200

/** The events of an object, newest first; Kubernetes keeps them for an hour. Throws GardenError. */
async function readEvents(
  { client, namespace, uid }: EventFilter,
  signal?: AbortSignal,
): Promise<readonly EventObject[]> {
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

/** Watches the runtimes of Kyma's infrastructure manager in the control plane; null without one. */
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

interface KubeconfigParts {
  readonly controlPlane: ControlPlane | null
  readonly audit: KubeconfigContext['audit']
  readonly grants: KubeconfigContext['grants']
  /** The clock of the audit log. */
  now(): number
}

/** The context of actions on KubeconfigRequests; null without pages or a control plane. Throws StartError. */
export function startKubeconfigActions(
  env: Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_KUBECONFIG_EXCEPTIONS'>,
  { controlPlane, audit, grants, now }: KubeconfigParts,
  shutdown: Shutdown,
): KubeconfigContext | null {
  const exceptions = parseKubeconfigExceptions(env)
  if (controlPlane === null || !env.HAP_ROLES.includes('web')) return null
  const { client: control, access } = controlPlane
  const secrets = createSecretReader({ access, version: VERSION })
  shutdown.add(() => secrets.close())
  return { control, secrets, namespace: env.HAP_KCP_NAMESPACE, exceptions, audit, grants, clock: { now } }
}

/** The context of actions on Clusters and SubscriptionRequests; null without a control plane. */
export function createResourceContext(
  env: Pick<Env, 'HAP_KCP_NAMESPACE'>,
  { controlPlane, audit, grants, now }: KubeconfigParts,
): ResourceContext | null {
  if (controlPlane === null) return null
  return { control: controlPlane.client, namespace: env.HAP_KCP_NAMESPACE, audit, grants, now }
}

/** Access that kubeconfigs of some namespaces may grant although the policy denies it. Throws StartError for an invalid setting. */
export function parseKubeconfigExceptions({
  HAP_KUBECONFIG_EXCEPTIONS: text,
}: Pick<Env, 'HAP_KUBECONFIG_EXCEPTIONS'>): Exceptions {
  try {
    return parseExceptions(text ?? '')
  } catch (error) {
    if (!(error instanceof ExceptionsError)) throw error
    throw new StartError(`HAP_KUBECONFIG_EXCEPTIONS: ${error.message}`)
  }
}
