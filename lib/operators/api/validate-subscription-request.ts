import type { FieldProblem } from './field-problem.ts'
import type { SubscriptionRequestSpec } from './subscription-request.ts'
import { validateSelector } from './validate-selector.ts'

/** What the rules (CEL) of the CustomResourceDefinition say of a SubscriptionRequest, for servers that know no rules, and for forms. */
export function validateSubscriptionRequest(spec: SubscriptionRequestSpec): readonly FieldProblem[] {
  return validateSelector(spec.subscriptionSelector, 'spec.subscriptionSelector')
}
