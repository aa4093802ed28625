import { subscriptionDeletionFacts } from '#lib/operators/api/deletion-facts.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { deleteResource } from './delete-resource.ts'
import type { ResourceCall, ResourceContext } from './resource-context.ts'

/** Deletes a SubscriptionRequest: the operator gives its account back. Throws RefusedError, AuditError, GardenError. */
export function deleteSubscription(context: ResourceContext, call: ResourceCall, name: string): Promise<void> {
  const deletion = {
    verb: 'delete-subscription',
    resource: SUBSCRIPTION_REQUESTS,
    factsOf: subscriptionDeletionFacts,
  } as const
  return deleteResource(context, deletion, { call, name })
}
