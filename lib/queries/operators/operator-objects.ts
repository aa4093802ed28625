import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { EventObject } from '#lib/operators/framework/event-recorder.ts'
import type { StoreFreshness, WatchStore } from '#lib/operators/framework/watch-store.ts'

/** Kinds that the operators reconcile. */
export type OperatorKind = 'Cluster' | 'SubscriptionRequest' | 'KubeconfigRequest'

/** Freshness of one kind. */
export interface KindFreshness extends StoreFreshness {
  readonly kind: OperatorKind
}

type ReadableStore<Store> = Omit<Store, 'subscribe' | 'freshness' | 'ready' | 'stop'>

/**
 * Custom resources of the control plane for pages; they do not depend on the leader of the
 * operators. The stores contain no kubeconfigs.
 */
export interface OperatorObjects {
  /** Namespace of the resources, also for new ones. */
  readonly namespace: string
  readonly clusters: ReadableStore<WatchStore<Cluster>>
  readonly subscriptions: ReadableStore<WatchStore<SubscriptionRequest>>
  /** Index `cluster`: keyText of the Cluster. */
  readonly kubeconfigs: ReadableStore<WatchStore<KubeconfigRequest, 'cluster'>>
  /** Increases with each change of a resource or of its freshness. */
  readonly version: number
  freshness(): readonly KindFreshness[]
  /** Calls `listener` after each increase of `version`, until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Reads recent events of an object from the server, newest first. Throws GardenError. */
  eventsOf(uid: string, signal?: AbortSignal): Promise<readonly EventObject[]>
}

/** How far a page can trust the resources of a kind. */
export interface KindState {
  /**
   * `no-control-plane` and `absent`: not served here, which is no failure. `reading`, `refused`,
   * `unreachable`: not read yet. `stale`: the last known resources are shown.
   */
  readonly state: 'no-control-plane' | 'absent' | 'reading' | 'refused' | 'unreachable' | 'stale' | 'live'
  /** What is wrong and what to do, a sentence; null when nothing is. */
  readonly message: string | null
}

const NO_CONTROL_PLANE: KindState = {
  state: 'no-control-plane',
  message:
    'No control plane is configured. Set HAP_KCP_KUBECONFIG to a kubeconfig of the cluster with the custom resources.',
}

/** Returns the state of `kind`; `objects` are null without a control plane. */
export function getKindState(objects: Pick<OperatorObjects, 'freshness'> | null, kind: OperatorKind): KindState {
  const found = objects?.freshness().find(each => each.kind === kind)
  return found === undefined ? NO_CONTROL_PLANE : stateOf(found)
}

/** Returns why a list of a kind is incomplete, a sentence; null when it is complete. */
export function incompleteReason({ state }: KindState): string | null {
  if (state === 'live' || state === 'stale') return null
  if (state === 'no-control-plane' || state === 'absent') return 'The control plane does not serve these objects.'
  return 'The list has not been read completely yet, so the file would be incomplete. Try again when the page shows it.'
}

/** Message for a kind that the control plane does not serve. */
export function absentMessage(plural: string): string {
  return `The control plane does not know ${plural}. Apply charts/hap-console/crds to it. The console retries every minute.`
}

function stateOf({ resource, absent, phase, complete, error }: KindFreshness): KindState {
  if (absent && phase === 'live') return { state: 'absent', message: absentMessage(resource) }
  const message = error?.message ?? null
  if (!complete)
    return { state: phase === 'refused' ? 'refused' : message === null ? 'reading' : 'unreachable', message }
  // Watches end and restart regularly; only a failure makes a kind stale.
  return message === null ? { state: 'live', message: null } : { state: 'stale', message }
}
