'use server'

import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { type MatrixAnswer, matrixAnswer } from './matrix-input.ts'

/** What every combination of a matrix would get at this moment. For everybody who may sign in; writes nothing. */
export async function evaluateMatrix(input: unknown): Promise<MatrixAnswer | NoAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await matrixAnswer(runtime().context(), input)
  } catch (error) {
    return noAnswer(error)
  }
}
