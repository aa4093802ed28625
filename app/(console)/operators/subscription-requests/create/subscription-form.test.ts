import { expect, test } from 'vitest'
import { buildSubscription, findSubscriptionProblems, NEW_SUBSCRIPTION } from './subscription-form.ts'

test('builds the SubscriptionRequest without empty fields', () => {
  const form = { ...NEW_SUBSCRIPTION, name: ' mine ', selector: ' ga-1 || shared ', plan: ' ', region: 'eu-central-1' }
  expect(buildSubscription(form)).toEqual({
    name: 'mine',
    spec: { provider: 'aws', subscriptionSelector: 'ga-1 || shared', region: 'eu-central-1' },
  })
  expect(buildSubscription({ ...form, euAccess: true }).spec).toMatchObject({ euAccess: true })
})

test('reports all missing fields of an empty form at once', () => {
  expect(findSubscriptionProblems(NEW_SUBSCRIPTION).map(({ field }) => field)).toEqual([
    'name',
    'spec.subscriptionSelector',
  ])
  expect(findSubscriptionProblems({ ...NEW_SUBSCRIPTION, name: 'mine', selector: 'shared' })).toEqual([])
})
