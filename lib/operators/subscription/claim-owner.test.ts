import { expect, test } from 'vitest'
import { knownObjects, subscription } from '#lib/queries/operators/testing/known-objects.ts'
import { whyOnlyOperator } from './claim-orders.ts'

const OBJECTS = knownObjects({ subscriptions: [subscription({ name: 'ledger', uid: 'u-1' }, {})] })

test.each([
  ['a claim by the API', OBJECTS, 'orders-prod', null],
  [
    'that of a request',
    OBJECTS,
    'subscription-request/u-1/0123',
    'The claim belongs to SubscriptionRequest ledger. Delete that request, or the Cluster that created it, instead.',
  ],
  [
    'that of a request which is gone',
    OBJECTS,
    'subscription-request/u-2/0123',
    'The claim belongs to a SubscriptionRequest. Delete that request, or the Cluster that created it, instead.',
  ],
  ['without operators', null, 'subscription-request/u-1/0123', null],
])('%s', (_, objects, key, expected) => expect(whyOnlyOperator(objects, key, 'release')).toBe(expected))

test('the message names the field of the request that sets the cluster', () =>
  expect(whyOnlyOperator(OBJECTS, 'subscription-request/u-1/0123', 'set-cluster')).toContain('spec.cluster'))
