'use server'

import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { comparedMatrix, type MatrixComparison, type RequestComparison } from '#lib/queries/simulator/compare-rules.ts'
import { runtime } from '#lib/runtime.ts'
import { parseMatrix } from '../matrix/matrix-input.ts'
import { type Compared, requestComparedNow } from './compared-now.ts'
import { sidesNow } from './sides-now.ts'

/** What a request would get by two sets of rules, or under both semantics. For everybody who may sign in; writes nothing. */
export async function compareOneRequest(
  sides: unknown,
  input: unknown,
): Promise<Compared<RequestComparison> | NoAnswer> {
  return answered(() => requestComparedNow(sides, input, runtime().store.db, runtime().context()))
}

/** In which combinations of a matrix two sets of rules, or both semantics, differ. For everybody who may sign in; writes nothing. */
export async function compareMatrix(sides: unknown, input: unknown): Promise<Compared<MatrixComparison> | NoAnswer> {
  return answered(async () => {
    const read = parseMatrix(input)
    if ('problem' in read) return { kind: 'unreadable', message: read.problem }
    const both = await sidesNow(sides, runtime().store.db, runtime().context())
    if ('problem' in both) return { kind: 'unreadable', message: both.problem }
    return { kind: 'compared', view: await comparedMatrix(runtime().context(), both, read.matrix) }
  })
}

async function answered<Answer>(run: () => Promise<Answer>): Promise<Answer | NoAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await run()
  } catch (error) {
    return noAnswer(error)
  }
}
