import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { sharedAnswer } from './shared-answer.ts'

/**
 * Response about custom resources, shared by pages that fetch after the same change. `make`
 * receives null without a control plane.
 */
export function operatorsAnswer(
  request: Request,
  context: QueryContext,
  make: (objects: OperatorObjects | null) => unknown,
): Response {
  const { operators } = runtime()
  return sharedAnswer(request, context, () => make(operators), operators?.version ?? null)
}
