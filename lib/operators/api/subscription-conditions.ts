import type { ReasonOf, TypeOf } from '#lib/operators/framework/reason-table.ts'

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

export type SubscriptionType = TypeOf<typeof SUBSCRIPTION_CONDITIONS>
export type SubscriptionReason<Type extends SubscriptionType = SubscriptionType> = ReasonOf<
  typeof SUBSCRIPTION_CONDITIONS,
  Type
>
