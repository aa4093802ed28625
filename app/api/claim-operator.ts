import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { NotAuthorisedError, type User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { userRefusal } from '#lib/auth/user-obstacle.ts'
import { claimTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import type { ClaimCaller } from '#lib/services/claims/claim-audit.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { type ClaimChange, whyOnlyOperator } from './claim-of-request.ts'
import { requestIdOf } from './request-id.ts'
import { signInOf } from './sender.ts'
import type { WriteAttempt } from './write-route.ts'

export function callerOf(user: User, request: Request): ClaimCaller {
  return { actor: { name: user.name, role: user.role }, requestId: requestIdOf(request) }
}

/**
 * Authorizes and records a change of claims. Refuses a missing role, a release without a recent
 * sign-in, because its account may be emptied, and changes to claims of an operator. The function
 * it returns throws NotAuthorisedError, RefusedError, ClaimError 404, AuditError or StoreError.
 */
export function claimOperator(action: 'claim' | ClaimChange) {
  return async ({ user, params: { id }, request }: WriteAttempt<{ readonly id?: string }>): Promise<void> => {
    const attempt = { user, requestId: requestIdOf(request) }
    const draft = attemptDraft(action, attempt, id === undefined ? [] : [claimTarget(id)])
    const refusal = userRefusal(user, NEEDED_ROLES.claim)
    if (refusal !== null) {
      await runtime().audit.refused(draft, refusal)
      throw new NotAuthorisedError('role', NEEDED_ROLES.claim, refusal)
    }
    const refuse = async (status: 403 | 409, why: string): Promise<never> => {
      await runtime().audit.refused(draft, why)
      throw new RefusedError(status, why)
    }
    const again = action === 'release' ? stepUpRefusal(user, await signInOf(user), runtime().store.now()) : null
    if (again !== null) return refuse(403, again)
    if (id === undefined || action === 'claim') return
    const { claim } = await runtime().claims.get(id)
    const why = whyOnlyOperator(runtime().operators, claim.key, action)
    if (why !== null) return refuse(409, why)
  }
}
