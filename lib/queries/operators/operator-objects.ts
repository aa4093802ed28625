import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { EventObject } from '#lib/operators/framework/event-recorder.ts'
import type { StoreFreshness, WatchStore } from '#lib/operators/framework/watch-store.ts'

/** The kinds of the operators. */
export type OperatorKind = 'Cluster' | 'SubscriptionRequest' | 'KubeconfigRequest'

/** How fresh what is known of one kind is. */
export interface KindFreshness extends StoreFreshness {
  readonly kind: OperatorKind
}

type ReadableStore<Store> = Omit<Store, 'subscribe' | 'freshness' | 'ready' | 'stop'>

/** The custom resources of the control plane as pages read them, whoever leads the operators. No kubeconfig is among what is kept. */
export interface OperatorObjects {
  /** Where they are; new ones go there too. */
  readonly namespace: string
  readonly clusters: ReadableStore<WatchStore<Cluster>>
  readonly subscriptions: ReadableStore<WatchStore<SubscriptionRequest>>
  /** `cluster`: by keyText of their Cluster. */
  readonly kubeconfigs: ReadableStore<WatchStore<KubeconfigRequest, 'cluster'>>
  /** Grows with each change of any of them, and of how fresh they are. */
  readonly version: number
  freshness(): readonly KindFreshness[]
  /** Tells that `version` has grown. Out: ends that. */
  subscribe(listener: () => void): () => void
  /** Asks the server what happened to an object lately, newest first. Throws GardenError. */
  eventsOf(uid: string, signal?: AbortSignal): Promise<readonly EventObject[]>
}

/** How far what is known of a kind can be trusted, fit for a page. */
export interface KindState {
  /**
   * `no-control-plane` and `absent`: not served here, which is no failure. `reading`, `refused`, `unreachable`: nothing is known yet.
   * `stale`: what was known before is shown.
   */
  readonly state: 'no-control-plane' | 'absent' | 'reading' | 'refused' | 'unreachable' | 'stale' | 'live'
  /** What is in the way and what to do, a sentence; null where nothing is. */
  readonly message: string | null
}

const NO_CONTROL_PLANE: KindState = {
  state: 'no-control-plane',
  message:
    'This console knows no control plane. Set HAP_KCP_KUBECONFIG to a kubeconfig of the cluster that has the custom resources.',
}

/** How far what is known of `kind` can be trusted; `objects` are null without a control plane. */
export function getKindState(objects: Pick<OperatorObjects, 'freshness'> | null, kind: OperatorKind): KindState {
  const found = objects?.freshness().find(each => each.kind === kind)
  return found === undefined ? NO_CONTROL_PLANE : stateOf(found)
}

/** Why a list of a kind is not whole, a sentence; null when it is. */
export function incompleteReason({ state }: KindState): string | null {
  if (state === 'live' || state === 'stale') return null
  if (state === 'no-control-plane' || state === 'absent') return 'Such objects are not served here.'
  return 'Not all of it has been read yet, so the file would be incomplete. Try again when the page shows it.'
}

/** What is said of a kind that the control plane does not know. */
export function absentMessage(plural: string): string {
  return `The control plane does not know ${plural}. Apply charts/hap-console/crds to it. The console asks again every minute.`
}

function stateOf({ resource, absent, phase, complete, error }: KindFreshness): KindState {
  if (absent && phase === 'live') return { state: 'absent', message: absentMessage(resource) }
  const message = error?.message ?? null
  if (!complete)
    return { state: phase === 'refused' ? 'refused' : message === null ? 'reading' : 'unreachable', message }
  // A watch ends and begins anew all the time; only what failed is worth a word.
  return message === null ? { state: 'live', message: null } : { state: 'stale', message }
}
