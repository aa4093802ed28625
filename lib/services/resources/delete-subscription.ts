import { subscriptionDeletionFacts } from '#lib/operators/api/deletion-facts.ts'
import { tenantOf } from '#lib/operators/api/global-account-of.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { deleteResource } from './delete-resource.ts'
import type { ProvedCall, ResourceContext } from './resource-context.ts'

/** Deletes a SubscriptionRequest: the operator gives its account back. Throws RefusedError, AuditError, GardenError. */
export function deleteSubscription(context: ResourceContext, call: ProvedCall, name: string): Promise<void> {
  const deletion = {
    verb: 'delete-subscription',
    resource: SUBSCRIPTION_REQUESTS,
    // Who else has the account is told by pages; it stops nothing.
    factsOf: (request: SubscriptionRequest) => subscriptionDeletionFacts(request, null),
    globalAccount: ({ spec }: SubscriptionRequest) => tenantOf(spec.subscriptionSelector),
  } as const
  return deleteResource(context, deletion, { call, name })
}
