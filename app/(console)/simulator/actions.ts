'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import { type Evaluation, evaluateWithClaims } from '#lib/services/simulator/evaluate-request.ts'

/** What a request would get at this moment. For everybody who may sign in; writes nothing. */
export async function evaluate(input: unknown): Promise<Evaluation | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await evaluateWithClaims(runtime().context(), runtime().claims, input)
  } catch (error) {
    return buildFailedAction(error)
  }
}
