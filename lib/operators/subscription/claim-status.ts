import type { SubscriptionReason } from '#lib/operators/api/subscription-conditions.ts'
import type { SubscriptionRequestStatus } from '#lib/operators/api/subscription-request.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'

/** What the status of a SubscriptionRequest says of its claim. */
export type ClaimStatusFields = Pick<
  SubscriptionRequestStatus,
  'gardenerSecretName' | 'bindingRef' | 'hyperscalerType' | 'claim' | 'position'
>

interface ReadyFinding {
  readonly type: 'Ready'
  readonly status: 'True' | 'False'
  readonly reason: SubscriptionReason<'Ready'>
  readonly message: string
}

/** Whether a claim has its account. */
export function hasAccount({ claim }: Pick<ClaimAnswer, 'claim'>): boolean {
  return claim.status === 'reserved' || claim.status === 'active'
}

/** The fields that tell of a claim; the account until it is given back. */
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

/** The condition Ready by a claim. */
export function readyByClaim({ claim, position }: ClaimAnswer): ReadyFinding {
  const message = claim.message ?? ''
  switch (claim.status) {
    case 'reserved':
    case 'active':
      return ready('True', TAKEN[claim.outcome ?? 'claim'], message)
    case 'waiting':
      return ready('False', 'PoolEmpty', `${message} Its place in the queue is ${position}.`)
    case 'refused':
      return ready('False', 'Refused', message)
    case 'releasing':
      return ready('False', 'Releasing', `The claim was given back. ${ANEW}`)
    case 'released':
      return ready('False', 'Failed', `The claim was given back. ${ANEW}`)
    case 'pending':
    case 'intent':
    case 'failed':
      return ready('False', 'Requested', 'The claim is being worked on.')
  }
}

const ANEW = 'Delete this request, and make a new one if an account is still needed.'

function ready(status: ReadyFinding['status'], reason: ReadyFinding['reason'], message: string): ReadyFinding {
  return { type: 'Ready', status, reason, message }
}
