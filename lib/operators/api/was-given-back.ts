import { findCondition } from '#lib/operators/framework/conditions.ts'
import type { SubscriptionReason } from './subscription-conditions.ts'
import type { SubscriptionRequest } from './subscription-request.ts'

/** What Ready says of a claim that is given back, or is about to be. */
const GIVEN_BACK: ReadonlySet<string> = new Set<SubscriptionReason<'Ready'>>(['Releasing', 'Failed'])

/** Whether the claim of a request was given back, so that the request never gets an account. */
export function wasGivenBack({ status }: Pick<SubscriptionRequest, 'status'>): boolean {
  return GIVEN_BACK.has(findCondition(status?.conditions, 'Ready')?.reason ?? '')
}
