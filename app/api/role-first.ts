import type { Role } from '#lib/auth/roles.ts'
import { NotAuthorisedError } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-obstacle.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import { requestIdOf } from './request-id.ts'
import type { WriteAttempt } from './write-route.ts'

/**
 * Refuses and records a missing role before the rest of the request is validated. The function it
 * returns throws NotAuthorisedError or AuditError.
 */
export function roleFirst(action: string, target: string, needed: Role) {
  return async ({ user, request }: WriteAttempt<unknown>): Promise<void> => {
    const refusal = userRefusal(user, needed)
    if (refusal === null) return
    const draft = attemptDraft(action, { user, requestId: requestIdOf(request) }, [target])
    await runtime().audit.refused(draft, refusal)
    throw new NotAuthorisedError('role', needed, refusal)
  }
}
