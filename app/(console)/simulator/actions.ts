'use server'

import { answerTo } from '#app/api/problem.ts'
import { requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { type Evaluation, evaluationNow } from './evaluation.ts'

/** An answer, or status and words of why there is none. */
type EvaluationAnswer = Evaluation | { readonly kind: 'failed'; readonly status: number; readonly message: string }

/** What a request would get at this moment. For everybody who may sign in; writes nothing. */
export async function evaluate(input: unknown): Promise<EvaluationAnswer> {
  try {
    await requireRole(runtime().auth, 'viewer')
    return await evaluationNow(runtime().context(), runtime().claims, input)
  } catch (error) {
    const { status, detail } = answerTo(error)
    return { kind: 'failed', status, message: detail }
  }
}
