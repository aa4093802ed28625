'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole, requireWriter } from '#lib/auth/session.ts'
import {
  compareRulesOnMatrix,
  type MatrixComparison,
  type RequestComparison,
  resolveSides,
} from '#lib/queries/simulator/compare-rules.ts'
import { evaluateMatrixInput, type MatrixAnswer, parseMatrix } from '#lib/queries/simulator/evaluate-matrix.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import {
  type ComparisonAnswer,
  compareRequestFrom,
  type Evaluation,
  evaluateWithClaims,
} from '#lib/services/simulator/evaluate-request.ts'
import { getSimulatorLink, saveSimulatorLink } from '#lib/services/simulator/simulator-links.ts'

/** Evaluates a request now. Any signed-in user may call it; it writes nothing. */
export async function evaluate(input: unknown): Promise<Evaluation | FailedAction> {
  return answerViewer(async () => evaluateWithClaims(runtime().context(), runtime().claims, input))
}

/**
 * Compares the decision of two rule sets, or of both semantics, on a request. Any signed-in user
 * may call it; it writes nothing.
 */
export async function compareOneRequest(
  sides: unknown,
  input: unknown,
): Promise<ComparisonAnswer<RequestComparison> | FailedAction> {
  return answerViewer(() => compareRequestFrom(sides, input, runtime().store.db, runtime().context()))
}

/**
 * Lists the combinations of a matrix that two rule sets, or both semantics, decide differently. Any
 * signed-in user may call it; it writes nothing.
 */
export async function compareMatrix(
  sides: unknown,
  input: unknown,
): Promise<ComparisonAnswer<MatrixComparison> | FailedAction> {
  return answerViewer(async () => {
    const read = parseMatrix(input)
    if ('problem' in read) return { kind: 'unreadable', message: read.problem }
    const both = await resolveSides(sides, runtime().store.db, runtime().context())
    if ('problem' in both) return { kind: 'unreadable', message: both.problem }
    return { kind: 'compared', view: await compareRulesOnMatrix(runtime().context(), both, read.matrix) }
  })
}

/**
 * Evaluates every combination of a matrix now. Any signed-in user may call it; it writes nothing.
 */
export async function evaluateMatrix(input: unknown): Promise<MatrixAnswer | FailedAction> {
  return answerViewer(async () => evaluateMatrixInput(runtime().context(), input))
}

/**
 * Stores the state of a link that is too long for a URL or has a draft, and returns its id. Any
 * signed-in user may call it.
 */
export async function storeLink(
  state: unknown,
): Promise<{ readonly kind: 'stored'; readonly id: string } | FailedAction> {
  try {
    const user = await requireWriter(runtime().auth, { ownData: true })
    return {
      kind: 'stored',
      id: await saveSimulatorLink(runtime().store, user, { state, at: new Date(runtime().store.now()) }),
    }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** Returns the state of a stored link. Any signed-in user may open every link. */
export async function getStoredLink(
  id: unknown,
): Promise<{ readonly kind: 'link'; readonly state: string } | FailedAction> {
  return answerViewer(async () => ({
    kind: 'link' as const,
    state: await getSimulatorLink(runtime().store, { id, at: new Date(runtime().store.now()) }),
  }))
}

/** Runs an action for a signed-in user; failures become answers. */
async function answerViewer<Answer>(run: () => Promise<Answer>): Promise<Answer | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await run()
  } catch (error) {
    return buildFailedAction(error)
  }
}
