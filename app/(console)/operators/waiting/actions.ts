'use server'

import { actionRequestId, textArgument } from '#app/(console)/server-action.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { whyOnlyOperator } from '#lib/operators/subscription/claim-orders.ts'
import { runtime } from '#lib/runtime.ts'
import { cancelForUser } from '#lib/services/claims/release-claim.ts'
import { describeError } from '#lib/services/describe-error.ts'

/**
 * Cancels a waiting claim. Returns null on success, else the reason as a sentence.
 * The service checks the role, so that a refused attempt is audited.
 */
export async function cancelWaitingClaim(id: unknown, input: unknown): Promise<string | null> {
  try {
    const { auth, audit, claims, operators } = runtime()
    const user = await requireWriter(auth)
    const services = {
      audit,
      claims,
      whyOnlyOperator: (key: string) => whyOnlyOperator(operators, key, 'cancel-claim'),
    }
    await cancelForUser(services, { user, requestId: actionRequestId(), id: textArgument(id), input })
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
