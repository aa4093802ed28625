import { type CreateResult, createResource } from './create-resource.ts'
import type { ProvedCall, ResourceContext } from './resource-context.ts'
import { SUBSCRIPTION_CREATION } from './subscription-creation.ts'

/** Asks for an account. Throws RefusedError, AuditError, GardenError. */
export function createSubscription(context: ResourceContext, call: ProvedCall): Promise<CreateResult> {
  return createResource(context, SUBSCRIPTION_CREATION, call)
}
