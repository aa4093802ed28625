import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { findCondition, type ReasonOf, type TypeOf } from '#lib/operators/framework/conditions.ts'
import type { CommonStatus, CustomResource, Provider } from './custom-resource.ts'

/** Conditions of a SubscriptionRequest, and the reasons each may have. */
export const SUBSCRIPTION_CONDITIONS = {
  /** Whether the account is there to be used. */
  Ready: ['Reused', 'Claimed', 'Shared', 'Requested', 'PoolEmpty', 'Refused', 'Failed', 'Releasing'],
  /** Whether the spec can be worked with at all. */
  Accepted: ['SpecValid', 'SpecInvalid', 'ChangedAfterBinding', 'ClusterRefused'],
  /** Whether a rule leads to a pool of a kind that the selector names. */
  PoolFound: ['RuleMatched', 'NoRule', 'KindNotNamed', 'ProviderOnly', 'RequestRefused', 'NotLookedAt'],
  /** Whether the account could be given back; only while the request is deleted. */
  Released: ['Released', 'Releasing', 'StillInUse', 'ReleaseRefused'],
} as const

type SubscriptionType = TypeOf<typeof SUBSCRIPTION_CONDITIONS>
export type SubscriptionReason<Type extends SubscriptionType = SubscriptionType> = ReasonOf<
  typeof SUBSCRIPTION_CONDITIONS,
  Type
>

export type SubscriptionRequest = CustomResource<SubscriptionRequestSpec, SubscriptionRequestStatus>

export interface SubscriptionRequestSpec {
  readonly provider: Provider
  /** Read by parseSubscriptionSelector. */
  readonly subscriptionSelector: string
  /** With a plan the rules pick the pool; without one, the provider and `euAccess` do. */
  readonly plan?: string
  /** Of the hyperscaler. */
  readonly region?: string
  readonly platformRegion?: string
  readonly euAccess?: boolean
  /** Name of the cluster (shoot) it is for, so that the account's clusters are counted once. */
  readonly cluster?: string
}

export interface SubscriptionRequestStatus extends CommonStatus<SubscriptionType, SubscriptionReason> {
  /** Name of the binding, under the seed's name for it. */
  readonly gardenerSecretName?: string
  readonly bindingRef?: BindingRef
  readonly hyperscalerType?: string
  /** Id of the claim, by which pages find it. */
  readonly claim?: string
  /** Place in the queue while it waits, from 1. */
  readonly position?: number
}

/** What Ready says of a claim that is given back, or is about to be. */
const RELEASED: ReadonlySet<string> = new Set<SubscriptionReason<'Ready'>>(['Releasing', 'Failed'])

/** Whether the claim of a request was given back, so that the request never gets an account. */
export function wasReleased({ status }: Pick<SubscriptionRequest, 'status'>): boolean {
  return RELEASED.has(findCondition(status?.conditions, 'Ready')?.reason ?? '')
}
