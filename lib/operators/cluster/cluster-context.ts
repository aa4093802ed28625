import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { EventRecorder } from '#lib/operators/framework/event-recorder.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import type { CircuitBreaker } from '#lib/operators/kubeconfig/circuit-breaker.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'

/** What the Cluster operator works with. */
export interface ClusterContext {
  /** Where Clusters and their requests are. */
  readonly control: Pick<GardenClient, 'get' | 'page' | 'patch' | 'apply' | 'delete'>
  /** Where shoots are; often the same. */
  readonly garden: Pick<GardenClient, 'get' | 'patch' | 'apply' | 'delete'>
  readonly clusters: Pick<WatchStore<Cluster>, 'get'>
  readonly requests: Pick<WatchStore<SubscriptionRequest>, 'get'>
  /** What the claim of a Cluster remembers of its binding. */
  readonly claims: Pick<ClaimService, 'get'>
  /** Gardener project of the shoots, and its namespace. */
  readonly project: { readonly name: string; readonly namespace: string }
  /** The way into the clusters. */
  readonly opener: TargetOpener
  /** Tells this installation's objects in a cluster from those of others: as KubeconfigContext has it. */
  readonly installation: string
  readonly events: Pick<EventRecorder, 'record'>
  /** Epoch milliseconds. */
  now(): number
  /** Within how many milliseconds Gardener carries out a request that was sent, or never does. */
  readonly lateMs: number
}

/** The same while it works: it knows which clusters gave no answer lately. */
export interface WorkingContext extends ClusterContext {
  readonly breaker: CircuitBreaker
}

/** Owns the status of Clusters, and the SubscriptionRequests made for them. */
export const OPERATOR = 'hap-cluster-operator'
