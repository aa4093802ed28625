import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { ownerOf } from '#lib/operators/api/deletion-facts.ts'
import { tenantOf } from '#lib/operators/api/global-account-of.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { Condition } from '#lib/operators/framework/condition.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type ResourceState, type Standing, standingOf } from '../resource-state.ts'

/** A SubscriptionRequest in a list. */
export interface SubscriptionRow extends Standing {
  readonly name: string
  readonly provider: string
  readonly selector: string
  readonly plan: string | null
  readonly region: string | null
  readonly globalAccount: string | null
  readonly binding: BindingRef | null
  /** Place in the queue of its pool, from 1; null while it does not wait there. */
  readonly position: number | null
  /** Id of its claim. */
  readonly claim: string | null
  /** The Cluster that made it; null for one that somebody made. */
  readonly cluster: string | null
  /** RFC 3339. */
  readonly createdAt: string
}

/** All SubscriptionRequests; none without a control plane. */
export function subscriptionRows(objects: OperatorObjects | null): readonly SubscriptionRow[] {
  return objects === null ? [] : Array.from(objects.subscriptions.all(), subscriptionRow)
}

/** A SubscriptionRequest as a list has it. */
export function subscriptionRow(request: SubscriptionRequest): SubscriptionRow {
  const { metadata, spec, status } = request
  return {
    ...standingOf(request, stateOf),
    name: metadata.name,
    provider: spec.provider,
    selector: spec.subscriptionSelector,
    plan: spec.plan ?? null,
    region: spec.region ?? null,
    globalAccount: tenantOf(spec.subscriptionSelector),
    binding: status?.bindingRef ?? null,
    position: status?.position ?? null,
    claim: status?.claim ?? null,
    cluster: ownerOf(metadata),
    createdAt: metadata.creationTimestamp,
  }
}

const STATES: Readonly<Record<string, ResourceState>> = {
  Reused: 'ready',
  Claimed: 'ready',
  Shared: 'ready',
  Requested: 'in-progress',
  PoolEmpty: 'waiting',
  Refused: 'failed',
  Failed: 'failed',
  // Somebody gave the claim back while the request is still there.
  Releasing: 'failed',
}

function stateOf({ reason }: Pick<Condition, 'reason'>): ResourceState {
  return STATES[reason] ?? 'in-progress'
}
