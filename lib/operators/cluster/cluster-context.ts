import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { EventRecorder } from '#lib/operators/framework/event-recorder.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import type { CircuitBreaker } from '#lib/operators/kubeconfig/circuit-breaker.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'

/** Dependencies of the cluster operator. */
export interface ClusterContext {
  /** Client for Clusters and their requests. */
  readonly control: Pick<GardenClient, 'get' | 'page' | 'patch' | 'apply' | 'delete'>
  /** Client for shoots; often the same cluster. */
  readonly garden: Pick<GardenClient, 'get' | 'patch' | 'apply' | 'delete'>
  readonly clusters: Pick<WatchStore<Cluster>, 'get'>
  readonly requests: Pick<WatchStore<SubscriptionRequest>, 'get'>
  /** Claims, which record the identity of their binding. */
  readonly claims: Pick<ClaimService, 'get'>
  /** Gardener project of the shoots and its namespace. */
  readonly project: { readonly name: string; readonly namespace: string }
  /** Opens the clusters. */
  readonly opener: TargetOpener
  /** Label value of this installation's objects in clusters, as in KubeconfigContext. */
  readonly installation: string
  readonly events: Pick<EventRecorder, 'record'>
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds after which Gardener can no longer execute a request that was sent. */
  readonly lateMs: number
}

/** Dependencies of a running reconciler, with its circuit breaker. */
export interface WorkingContext extends ClusterContext {
  readonly breaker: CircuitBreaker
}

/** Field manager of the status of Clusters and of their SubscriptionRequests. */
export const OPERATOR = 'hap-cluster-operator'
