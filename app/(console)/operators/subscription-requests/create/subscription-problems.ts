import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { needed } from '../../create/marks.ts'
import type { SubscriptionForm } from './subscription-form.ts'

/** What the form itself sees to be wrong, in its own words. */
export function subscriptionProblems({ name, selector }: SubscriptionForm): readonly FieldProblem[] {
  return [
    ...needed('name', name, 'enter a name'),
    ...needed(
      'spec.subscriptionSelector',
      selector,
      'enter which accounts it may use. It takes globalaccount:<id>, shared, or both joined by ||',
    ),
  ]
}
