import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { SUBSCRIPTION_CONDITIONS } from '#lib/operators/api/subscription-conditions.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { applyStatus } from '#lib/operators/framework/apply-status.ts'
import { findCondition, setConditions } from '#lib/operators/framework/conditions.ts'
import type { ClaimStatusFields } from './claim-status.ts'
import type { SubscriptionFinding } from './judge-request.ts'
import { STATUS_MANAGER, type SubscriptionContext } from './subscription-context.ts'

/** Where a SubscriptionRequest is. */
export function placeOf({ metadata: { namespace, name } }: SubscriptionRequest): ObjectPlace {
  return { resource: SUBSCRIPTION_REQUESTS, namespace, name }
}

/**
 * Says what was found, and in an event when it is another answer than before. Throws GardenError, `conflict` when the request has
 * changed since.
 */
export async function writeStatus(
  { client, events, now }: SubscriptionContext,
  request: SubscriptionRequest,
  found: readonly SubscriptionFinding[],
  fields: ClaimStatusFields,
  signal: AbortSignal,
): Promise<void> {
  const { generation } = request.metadata
  const before = request.status?.conditions
  const conditions = setConditions(SUBSCRIPTION_CONDITIONS, before, found, { generation, now: now() })
  const status = { observedGeneration: generation, conditions, ...fields }
  await applyStatus({ client, manager: STATUS_MANAGER }, placeOf(request), request, status, signal)
  const ready = found.find(({ type }) => type === 'Ready')
  if (ready === undefined || findCondition(before, 'Ready')?.reason === ready.reason) return
  const type = TROUBLES.has(ready.reason) ? 'Warning' : 'Normal'
  events.record(SUBSCRIPTION_REQUESTS, request, { type, reason: ready.reason, action: 'Claim', note: ready.message })
}

const TROUBLES: ReadonlySet<string> = new Set(['Refused', 'Failed'])
