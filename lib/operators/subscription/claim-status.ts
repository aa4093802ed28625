import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import {
  SUBSCRIPTION_CONDITIONS,
  type SubscriptionReason,
  type SubscriptionRequest,
  type SubscriptionRequestStatus,
} from '#lib/operators/api/subscription-request.ts'
import { findCondition, setConditions } from '#lib/operators/framework/conditions.ts'
import { applyStatus } from '#lib/operators/framework/object-helpers.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import type { SubscriptionFinding } from './evaluate-request.ts'
import { STATUS_MANAGER, type SubscriptionContext } from './subscription-context.ts'

/** Status fields that describe the claim. */
type ClaimStatusFields = Pick<
  SubscriptionRequestStatus,
  'gardenerSecretName' | 'bindingRef' | 'hyperscalerType' | 'claim' | 'position'
>

interface ReadyFinding {
  readonly type: 'Ready'
  readonly status: 'True' | 'False'
  readonly reason: SubscriptionReason<'Ready'>
  readonly message: string
}

/** Whether a claim holds an account. */
export function hasAccount({ claim }: Pick<ClaimAnswer, 'claim'>): boolean {
  return claim.status === 'reserved' || claim.status === 'active'
}

/** Status fields of a claim; they name the account until its release. */
export function claimFields(answer: ClaimAnswer): ClaimStatusFields {
  const { claim, position } = answer
  const { kind, namespace, name } = claim.binding ?? { kind: null, namespace: '', name: '' }
  return {
    claim: claim.id,
    ...((hasAccount(answer) || claim.status === 'releasing') &&
      kind !== null && { gardenerSecretName: name, bindingRef: { kind, namespace, name } }),
    ...(claim.hyperscalerType !== null && { hyperscalerType: claim.hyperscalerType }),
    ...(position !== null && { position }),
  }
}

const TAKEN = { claim: 'Claimed', reuse: 'Reused', shared: 'Shared' } as const

/** Derives the condition Ready from a claim. */
export function readyByClaim({ claim, position }: ClaimAnswer): ReadyFinding {
  const message = claim.message ?? ''
  switch (claim.status) {
    case 'reserved':
    case 'active':
      return ready('True', TAKEN[claim.outcome ?? 'claim'], message)
    case 'waiting':
      return ready('False', 'PoolEmpty', `${message} Position in the queue: ${position}.`)
    case 'refused':
      return ready('False', 'Refused', message)
    case 'releasing':
      return ready('False', 'Releasing', `The claim was released. ${ANEW}`)
    case 'released':
      return ready('False', 'Failed', `The claim was released. ${ANEW}`)
    case 'pending':
    case 'intent':
    case 'failed':
      return ready('False', 'Requested', 'The claim is being processed.')
  }
}

const ANEW = 'Delete this request, and create a new one if an account is still needed.'

function ready(status: ReadyFinding['status'], reason: ReadyFinding['reason'], message: string): ReadyFinding {
  return { type: 'Ready', status, reason, message }
}

/** API path of a SubscriptionRequest. */
export function placeOf({ metadata: { namespace, name } }: SubscriptionRequest): ObjectPlace {
  return { resource: SUBSCRIPTION_REQUESTS, namespace, name }
}

/**
 * Writes the status, and an event when the reason of Ready changes. Throws GardenError, `conflict`
 * for an outdated version of the request.
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
  const type = WARNING_REASONS.has(ready.reason) ? 'Warning' : 'Normal'
  events.record(SUBSCRIPTION_REQUESTS, request, { type, reason: ready.reason, action: 'Claim', note: ready.message })
}

const WARNING_REASONS: ReadonlySet<string> = new Set(['Refused', 'Failed'])
