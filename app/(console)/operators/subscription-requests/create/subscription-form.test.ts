import { expect, test } from 'vitest'
import { buildSubscription, findSubscriptionProblems, NEW_SUBSCRIPTION } from './subscription-form.ts'

test('what is typed becomes a SubscriptionRequest, and what is not is left out', () => {
  const form = { ...NEW_SUBSCRIPTION, name: ' mine ', selector: ' ga-1 || shared ', plan: ' ', region: 'eu-central-1' }
  expect(buildSubscription(form)).toEqual({
    name: 'mine',
    spec: { provider: 'aws', subscriptionSelector: 'ga-1 || shared', region: 'eu-central-1' },
  })
  expect(buildSubscription({ ...form, euAccess: true }).spec).toMatchObject({ euAccess: true })
})

test('all that an empty form lacks is told at once', () => {
  expect(findSubscriptionProblems(NEW_SUBSCRIPTION).map(({ field }) => field)).toEqual([
    'name',
    'spec.subscriptionSelector',
  ])
  expect(findSubscriptionProblems({ ...NEW_SUBSCRIPTION, name: 'mine', selector: 'shared' })).toEqual([])
})
