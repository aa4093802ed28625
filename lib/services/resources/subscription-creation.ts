import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { tenantOf } from '#lib/operators/api/cluster.ts'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { validateSubscriptionRequest } from '#lib/operators/api/validate-cluster.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { type CreateResult, type Creation, createResource } from './create-resource.ts'
import { ObjectName, PlaceName, SelectorText } from './order-input.ts'
import type { ProvedCall, ResourceContext } from './resource-call.ts'

/** A SubscriptionRequest as a user orders it. */
export const SubscriptionInput = ReasonInput.extend({
  name: ObjectName,
  spec: z.strictObject({
    provider: z.enum(PROVIDERS),
    subscriptionSelector: SelectorText,
    plan: z
      .string()
      .max(63)
      .regex(/^[A-Za-z0-9_.-]+$/, 'use letters, digits, dots, hyphens and underscores')
      .exactOptional(),
    region: PlaceName.exactOptional(),
    platformRegion: PlaceName.exactOptional(),
    euAccess: z.boolean().exactOptional(),
    cluster: z
      .string()
      .max(63)
      .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be the name of a shoot')
      .exactOptional(),
  }),
})

/** How a SubscriptionRequest is created. */
export const SUBSCRIPTION_CREATION: Creation<z.output<typeof SubscriptionInput>> = {
  verb: 'create-subscription',
  kind: 'SubscriptionRequest',
  resource: SUBSCRIPTION_REQUESTS,
  input: SubscriptionInput,
  neededRole: () => NEEDED_ROLES.resources,
  grantsAccess: () => false,
  globalAccount: ({ spec }) => tenantOf(spec.subscriptionSelector),
  validate: ({ spec }) => validateSubscriptionRequest(spec),
}

/** Creates a SubscriptionRequest. Throws RefusedError, AuditError, GardenError. */
export function createSubscription(context: ResourceContext, call: ProvedCall): Promise<CreateResult> {
  return createResource(context, SUBSCRIPTION_CREATION, call)
}
