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

type Followed<Store> = Omit<Store, 'subscribe' | 'freshness' | 'ready' | 'stop'>

/** The custom resources of the control plane as pages read them, whoever leads the operators. No kubeconfig is among what is kept. */
export interface OperatorObjects {
  /** Where they are; new ones go there too. */
  readonly namespace: string
  readonly clusters: Followed<WatchStore<Cluster>>
  readonly subscriptions: Followed<WatchStore<SubscriptionRequest>>
  /** `cluster`: by keyText of their Cluster. */
  readonly kubeconfigs: Followed<WatchStore<KubeconfigRequest, 'cluster'>>
  /** Grows with each change of any of them, and of how fresh they are. */
  readonly version: number
  freshness(): readonly KindFreshness[]
  /** Tells that `version` has grown. Out: ends that. */
  subscribe(listener: () => void): () => void
  /** Asks the server what happened to an object lately, newest first. Throws GardenError. */
  eventsOf(uid: string, signal?: AbortSignal): Promise<readonly EventObject[]>
}
