import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { findCondition, type ReasonOf, type TypeOf } from '#lib/operators/framework/conditions.ts'
import type { CommonStatus, CustomResource, Provider } from './custom-resource.ts'

/** Conditions of a SubscriptionRequest and their reasons. */
export const SUBSCRIPTION_CONDITIONS = {
  /** Whether the request has its account. */
  Ready: ['Reused', 'Claimed', 'Shared', 'Requested', 'PoolEmpty', 'Refused', 'Failed', 'Releasing'],
  /** Whether the spec is valid. */
  Accepted: ['SpecValid', 'SpecInvalid', 'ChangedAfterBinding', 'ClusterRefused'],
  /** Whether a rule leads to a pool of a kind that the selector permits. */
  PoolFound: ['RuleMatched', 'NoRule', 'KindNotNamed', 'ProviderOnly', 'RequestRefused', 'NotLookedAt'],
  /** Whether the account is released; only while the request is being deleted. */
  Released: ['Released', 'Releasing', 'StillInUse', 'ReleaseRefused'],
} as const

type SubscriptionType = TypeOf<typeof SUBSCRIPTION_CONDITIONS>
/** Reasons of one condition of a SubscriptionRequest, or of all. */
export type SubscriptionReason<Type extends SubscriptionType = SubscriptionType> = ReasonOf<
  typeof SUBSCRIPTION_CONDITIONS,
  Type
>

/** The custom resource SubscriptionRequest (seed 004). */
export type SubscriptionRequest = CustomResource<SubscriptionRequestSpec, SubscriptionRequestStatus>

/** Spec of a SubscriptionRequest. */
export interface SubscriptionRequestSpec {
  readonly provider: Provider
  /** See parseSubscriptionSelector. */
  readonly subscriptionSelector: string
  /** With a plan the rules select the pool; without one, provider and `euAccess` do. */
  readonly plan?: string
  /** Of the hyperscaler. */
  readonly region?: string
  readonly platformRegion?: string
  readonly euAccess?: boolean
  /** Name of the shoot, so that a cluster counts once on its account. */
  readonly cluster?: string
}

/** Status of a SubscriptionRequest. */
export interface SubscriptionRequestStatus extends CommonStatus<SubscriptionType, SubscriptionReason> {
  /** Name of the binding; the field name comes from the seed. */
  readonly gardenerSecretName?: string
  readonly bindingRef?: BindingRef
  readonly hyperscalerType?: string
  /** Id of the claim. */
  readonly claim?: string
  /** Position in the queue while the claim waits, from 1. */
  readonly position?: number
}

/** Reasons of Ready for a released or releasing claim. */
const RELEASED: ReadonlySet<string> = new Set<SubscriptionReason<'Ready'>>(['Releasing', 'Failed'])

/** Whether the claim of a request was released, so that the request never gets an account. */
export function wasReleased({ status }: Pick<SubscriptionRequest, 'status'>): boolean {
  return RELEASED.has(findCondition(status?.conditions, 'Ready')?.reason ?? '')
}
