import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { requireValue } from '../../create/field-problems.ts'

/** Fields of the form as text, before trimming and validation. */
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

/** Initial values of the form. */
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

/** Builds the request body of the API; empty optional fields are left out. */
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

/** Finds missing required fields in the browser. The API validates the rest. */
export function findSubscriptionProblems({ name, selector }: SubscriptionForm): readonly FieldProblem[] {
  return [
    ...requireValue('name', name, 'enter a name'),
    ...requireValue(
      'spec.subscriptionSelector',
      selector,
      'enter an account selector: globalaccount:<id>, shared, or both joined by ||',
    ),
  ]
}
