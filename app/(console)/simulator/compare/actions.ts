'use server'

import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import {
  comparedMatrix,
  compareRequest,
  type MatrixComparison,
  type RequestComparison,
} from '#lib/queries/simulator/compare-rules.ts'
import { runtime } from '#lib/runtime.ts'
import { parseRequest } from '../evaluation.ts'
import { parseMatrix } from '../matrix/matrix-input.ts'
import { sidesNow } from './sides-now.ts'

/** Rules there are not, or input that is not in order: a sentence for the page. */
interface Unreadable {
  readonly kind: 'unreadable'
  readonly message: string
}

type Compared<View> = { readonly kind: 'compared'; readonly view: View } | Unreadable

/** What a request would get by two sets of rules, or under both semantics. For everybody who may sign in; writes nothing. */
export async function compareOneRequest(
  sides: unknown,
  input: unknown,
): Promise<Compared<RequestComparison> | NoAnswer> {
  return answered(async () => {
    const request = parseRequest(input)
    if ('problem' in request) return { kind: 'unreadable', message: request.problem }
    const both = await sidesNow(sides, runtime().store.db, runtime().context())
    if ('problem' in both) return { kind: 'unreadable', message: both.problem }
    return { kind: 'compared', view: compareRequest(runtime().context(), both, request.asked) }
  })
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
