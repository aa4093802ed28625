import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { claimTarget } from '#lib/hap/audit/target.ts'
import { actorOf } from '#lib/services/audit/actor.ts'
import { attemptDraft, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { parseInput, ReasonInput } from '#lib/services/resources/order-input.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimCaller } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, RETRY_AFTER, unknownClaim } from './claim-errors.ts'

/** Why a claim is cancelled. */
export interface CancelOrder {
  readonly reason: string
  readonly ticket: string | null
}

interface CancelServices<Answer> {
  readonly audit: Pick<AuditLog, 'refused'>
  readonly claims: {
    get(id: string): Promise<{ readonly claim: ClaimRecord }>
    cancel(id: string, caller: ClaimCaller, order: CancelOrder): Promise<Answer>
  }
  /** Why only the operator may cancel the claim with this key, as a sentence; null for other claims. */
  whyOnlyOperator(key: string): string | null
}

interface CancelCall {
  readonly user: User
  readonly requestId: string | null
  readonly id: string
  readonly input: unknown
}

/**
 * Cancels a waiting claim for a user. Records a refused attempt. Throws RefusedError, ClaimError,
 * AuditError, StoreError.
 */
export async function cancelForUser<Answer>(
  { audit, claims, whyOnlyOperator }: CancelServices<Answer>,
  { user, requestId, id, input }: CancelCall,
): Promise<Answer> {
  const draft = attemptDraft('cancel-claim', { user, requestId }, [claimTarget(id)])
  const order = await recorded({ audit }, draft, async () => {
    const refusal = userRefusal(user, NEEDED_ROLES.claim)
    if (refusal !== null) throw new RefusedError(403, refusal)
    const asked = parseInput(ReasonInput, input)
    const why = whyOnlyOperator((await claims.get(id)).claim.key)
    if (why !== null) throw new RefusedError(409, why)
    return asked
  })
  return claims.cancel(id, { actor: actorOf(user), requestId }, order)
}

/**
 * Ends a claim that waits in a queue. Repeating it returns the ended claim. Throws ClaimError 409 for a claim that
 * does not wait any more, 503 for one that is being decided for the first time.
 */
export async function cancelClaim(
  { ledger, audit }: ClaimContext,
  id: string,
  caller: ClaimCaller,
  order: CancelOrder,
): Promise<ClaimRecord> {
  const before = await ledger.get(id)
  if (before === null) throw unknownClaim(id)
  if (endedInQueue(before)) return before
  const intent = await audit.recordIntent('cancel-claim', before, caller, order)
  const message = `Cancelled by ${caller.actor.name}: ${order.reason}`
  const ended = await ledger.endWaiting(id, { cause: 'cancelled', message, audit: intent })
  if (ended !== null) {
    audit.recordOutcome(ended, caller.actor, 'accepted', message)
    return ended
  }
  const now = (await ledger.get(id).catch(() => null)) ?? before
  const recordOutcome = (outcome: 'accepted' | 'refused', detail: string) =>
    audit.recordOutcome({ ...now, auditSeq: intent }, caller.actor, outcome, detail)
  if (endedInQueue(now)) {
    recordOutcome('accepted', 'The claim had already left the queue.')
    return now
  }
  const error = notCancelled(now)
  recordOutcome('refused', error.message)
  throw error
}

/** Whether a claim is over and never got an account. */
function endedInQueue({ status, reservedAt }: ClaimRecord): boolean {
  return status === 'released' && reservedAt === null
}

function notCancelled({ status, binding }: ClaimRecord): ClaimError {
  switch (status) {
    case 'reserved':
    case 'active':
      return new ClaimError(409, `The claim got the account of ${binding?.name}. Release it instead.`)
    case 'intent':
      return new ClaimError(409, 'An account is being assigned to the claim. Release it once it is reserved.')
    case 'releasing':
    case 'released':
      return new ClaimError(409, 'The claim had an account and is released.')
    case 'refused':
      return new ClaimError(409, 'The claim was refused, so it does not wait.')
    case 'failed':
      return new ClaimError(409, 'The claim failed, so it does not wait. Its client may start it again.')
    case 'pending':
    case 'waiting':
      return new ClaimError(503, 'The claim is being processed. Try again in a few seconds.', RETRY_AFTER)
  }
}
