import { parseSubscriptionSelector, placedProblem } from '#lib/hap/subscription-selector.ts'
import type { FieldProblem } from './field-problem.ts'

/** Why a subscriptionSelector cannot be read; null when it can. */
export function selectorProblem(text: string): string | null {
  const parsed = parseSubscriptionSelector(text)
  if ('selector' in parsed) return null
  const where = placedProblem(parsed.problems).replace(/\.$/, '')
  return `must be globalaccount:<id>, shared, or both joined by || (${where})`
}

/** The same, at its field. */
export function validateSelector(text: string, field: string): readonly FieldProblem[] {
  const message = selectorProblem(text)
  return message === null ? [] : [{ field, message }]
}
