'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import {
  compareRulesOnMatrix,
  type MatrixComparison,
  type RequestComparison,
  resolveSides,
} from '#lib/queries/simulator/compare-rules.ts'
import { parseMatrix } from '#lib/queries/simulator/evaluate-matrix.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import { type ComparisonAnswer, compareRequestFrom } from '#lib/services/simulator/evaluate-request.ts'

/** What a request would get by two sets of rules, or under both semantics. For everybody who may sign in; writes nothing. */
export async function compareOneRequest(
  sides: unknown,
  input: unknown,
): Promise<ComparisonAnswer<RequestComparison> | FailedAction> {
  return answered(() => compareRequestFrom(sides, input, runtime().store.db, runtime().context()))
}

/** In which combinations of a matrix two sets of rules, or both semantics, differ. For everybody who may sign in; writes nothing. */
export async function compareMatrix(
  sides: unknown,
  input: unknown,
): Promise<ComparisonAnswer<MatrixComparison> | FailedAction> {
  return answered(async () => {
    const read = parseMatrix(input)
    if ('problem' in read) return { kind: 'unreadable', message: read.problem }
    const both = await resolveSides(sides, runtime().store.db, runtime().context())
    if ('problem' in both) return { kind: 'unreadable', message: both.problem }
    return { kind: 'compared', view: await compareRulesOnMatrix(runtime().context(), both, read.matrix) }
  })
}

async function answered<Answer>(run: () => Promise<Answer>): Promise<Answer | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await run()
  } catch (error) {
    return buildFailedAction(error)
  }
}
