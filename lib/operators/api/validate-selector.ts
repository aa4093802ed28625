import { parseSubscriptionSelector, placedProblem } from '#lib/hap/subscription/parse-selector.ts'
import type { FieldProblem } from './field-problem.ts'

/** Why a subscriptionSelector cannot be read; nothing when it can. */
export function validateSelector(text: string, field: string): readonly FieldProblem[] {
  const parsed = parseSubscriptionSelector(text)
  if ('selector' in parsed) return []
  const where = placedProblem(parsed.problems).replace(/\.$/, '')
  return [{ field, message: `must be globalaccount:<id>, shared, or both joined by || (${where})` }]
}
