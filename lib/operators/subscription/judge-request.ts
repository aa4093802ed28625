import type { SUBSCRIPTION_CONDITIONS } from '#lib/operators/api/subscription-conditions.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { Finding } from '#lib/operators/framework/conditions.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { type AskedOrders, askedOf } from './asked-claim.ts'
import { poolVerdict } from './pool-verdict.ts'

export type SubscriptionFinding = Finding<typeof SUBSCRIPTION_CONDITIONS>

/** Whether a request is asked for, with what is said of it: all conditions of one that is not, else all but Ready. */
type Judgement =
  | { readonly kind: 'ask'; readonly asked: AskedOrders; readonly findings: readonly SubscriptionFinding[] }
  | { readonly kind: 'refuse'; readonly findings: readonly SubscriptionFinding[] }

/** Looks at a request and the rules; `now` in epoch milliseconds. */
export function judgeRequest(
  request: Pick<SubscriptionRequest, 'metadata' | 'spec'>,
  { selection }: Pick<ClaimRules, 'selection'>,
  now: number,
): Judgement {
  const asked = askedOf(request)
  if (asked.kind === 'invalid') return { kind: 'refuse', findings: invalid(asked.message) }
  const { pool, reason, message } = poolVerdict(asked, selection, now)
  const status = pool === null ? 'False' : 'True'
  const findings: SubscriptionFinding[] = [VALID, { type: 'PoolFound', status, reason, message }]
  if (pool !== null) return { kind: 'ask', asked, findings }
  return { kind: 'refuse', findings: [...findings, refused(message)] }
}

export const VALID: SubscriptionFinding = {
  type: 'Accepted',
  status: 'True',
  reason: 'SpecValid',
  message: 'The request can be worked with.',
}

/** Ready of a request that gets no account as it is. */
export function refused(message: string): SubscriptionFinding {
  return { type: 'Ready', status: 'False', reason: 'Refused', message }
}

function invalid(message: string): readonly SubscriptionFinding[] {
  const unseen = 'The request cannot be read.'
  return [
    { type: 'Accepted', status: 'False', reason: 'SpecInvalid', message },
    { type: 'PoolFound', status: 'Unknown', reason: 'NotLookedAt', message: unseen },
    refused(message),
  ]
}
