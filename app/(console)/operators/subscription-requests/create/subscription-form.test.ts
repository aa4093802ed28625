import { expect, test } from 'vitest'
import { NEW_SUBSCRIPTION, subscriptionOf, subscriptionProblems } from './subscription-form.ts'

test('what is typed becomes a SubscriptionRequest, and what is not is left out', () => {
  const form = { ...NEW_SUBSCRIPTION, name: ' mine ', selector: ' ga-1 || shared ', plan: ' ', region: 'eu-central-1' }
  expect(subscriptionOf(form)).toEqual({
    name: 'mine',
    spec: { provider: 'aws', subscriptionSelector: 'ga-1 || shared', region: 'eu-central-1' },
  })
  expect(subscriptionOf({ ...form, euAccess: true }).spec).toMatchObject({ euAccess: true })
})

test('all that an empty form lacks is told at once', () => {
  expect(subscriptionProblems(NEW_SUBSCRIPTION).map(({ field }) => field)).toEqual([
    'name',
    'spec.subscriptionSelector',
  ])
  expect(subscriptionProblems({ ...NEW_SUBSCRIPTION, name: 'mine', selector: 'shared' })).toEqual([])
})
