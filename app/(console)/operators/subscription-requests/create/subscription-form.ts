import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { requireValue } from '../../create/field-problems.ts'

/** A SubscriptionRequest as it is typed. */
interface SubscriptionForm {
  readonly name: string
  readonly provider: string
  readonly selector: string
  readonly plan: string
  readonly region: string
  readonly platformRegion: string
  readonly cluster: string
  readonly euAccess: boolean
}

/** A SubscriptionRequest of which nothing is typed. */
export const NEW_SUBSCRIPTION: SubscriptionForm = {
  name: '',
  provider: 'aws',
  selector: '',
  plan: '',
  region: '',
  platformRegion: '',
  cluster: '',
  euAccess: false,
}

/** The SubscriptionRequest as the console's API takes it. */
export function buildSubscription({ name, provider, selector, euAccess, ...optional }: SubscriptionForm) {
  const given = Object.entries(optional).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]]))
  return {
    name: name.trim(),
    spec: {
      provider,
      subscriptionSelector: selector.trim(),
      ...Object.fromEntries(given),
      ...(euAccess && { euAccess: true }),
    },
  }
}

/** What the form itself sees to be wrong, in its own words. */
export function findSubscriptionProblems({ name, selector }: SubscriptionForm): readonly FieldProblem[] {
  return [
    ...requireValue('name', name, 'enter a name'),
    ...requireValue(
      'spec.subscriptionSelector',
      selector,
      'enter which accounts it may use. It takes globalaccount:<id>, shared, or both joined by ||',
    ),
  ]
}
