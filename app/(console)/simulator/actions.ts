'use server'

import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { type Evaluation, evaluationNow } from './evaluation.ts'

/** What a request would get at this moment. For everybody who may sign in; writes nothing. */
export async function evaluate(input: unknown): Promise<Evaluation | NoAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await evaluationNow(runtime().context(), runtime().claims, input)
  } catch (error) {
    return noAnswer(error)
  }
}
