import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { CommonStatus, CustomResource } from './custom-resource.ts'
import type { Provider } from './provider.ts'
import type { SubscriptionReason, SubscriptionType } from './subscription-conditions.ts'

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
