'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { evaluateMatrixInput, type MatrixAnswer } from '#lib/queries/simulator/evaluate-matrix.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'

/** What every combination of a matrix would get at this moment. For everybody who may sign in; writes nothing. */
export async function evaluateMatrix(input: unknown): Promise<MatrixAnswer | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await evaluateMatrixInput(runtime().context(), input)
  } catch (error) {
    return buildFailedAction(error)
  }
}
