import type { FieldProblem } from './field-problem.ts'
import type { SubscriptionRequest, SubscriptionRequestSpec } from './subscription-request.ts'
import { validateSelector } from './validate-selector.ts'

/** What the rules (CEL) of the CustomResourceDefinition say of a SubscriptionRequest, for servers that know no rules, and for forms. */
export function validateSubscriptionRequest(spec: SubscriptionRequestSpec): readonly FieldProblem[] {
  return validateSelector(spec.subscriptionSelector, 'spec.subscriptionSelector')
}

/** What may not change from one spec of a SubscriptionRequest to the next; all but the provider only once `before` has its account. */
export function validateSubscriptionRequestChange(
  before: Pick<SubscriptionRequest, 'spec' | 'status'>,
  after: SubscriptionRequestSpec,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  if (before.spec.provider !== after.provider)
    problems.push({ field: 'spec.provider', message: 'provider cannot be changed; make a new SubscriptionRequest' })
  if (before.status?.bindingRef !== undefined && accountOf(before.spec) !== accountOf(after))
    problems.push({
      field: 'spec',
      message:
        'subscriptionSelector, plan, region, platformRegion and euAccess cannot be changed once the account is bound; make a new SubscriptionRequest',
    })
  return problems
}

/** What decides on the account, as one text. */
function accountOf(spec: SubscriptionRequestSpec): string {
  const { subscriptionSelector, plan = '', region = '', platformRegion = '', euAccess = false } = spec
  return JSON.stringify([subscriptionSelector, plan, region, platformRegion, euAccess])
}
