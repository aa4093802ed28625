'use server'

import { answerTo } from '#app/api/problem.ts'
import { requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { type MatrixAnswer, matrixAnswer } from './matrix-input.ts'

/** An answer, or status and words of why there is none. */
type ActionAnswer = MatrixAnswer | { readonly kind: 'failed'; readonly status: number; readonly message: string }

/** What every combination of a matrix would get at this moment. For everybody who may sign in; writes nothing. */
export async function evaluateMatrix(input: unknown): Promise<ActionAnswer> {
  try {
    await requireRole(runtime().auth, 'viewer')
    return await matrixAnswer(runtime().context(), input)
  } catch (error) {
    const { status, detail } = answerTo(error)
    return { kind: 'failed', status, message: detail }
  }
}
