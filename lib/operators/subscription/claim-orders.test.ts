import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SubscriptionRequestSpec } from '#lib/operators/api/subscription-request.ts'
import { knownObjects, subscription } from '#lib/queries/operators/testing/known-objects.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { findOwnClaim, keyForRules, ordersOf, REQUEST_KEYS, requestUidOf, whyOnlyOperator } from './claim-orders.ts'

const metadata = (uid: string, labels?: Record<string, string>) => ({
  name: 'r',
  namespace: 'n',
  uid,
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2026-11-23T10:00:00Z',
  ...(labels && { labels }),
})
const asked = (spec: Partial<SubscriptionRequestSpec>, labels?: Record<string, string>) =>
  ordersOf({ metadata: metadata('u-1', labels), spec: { provider: 'aws', subscriptionSelector: 'ga-1', ...spec } })

const BARE = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga-1' }

test.each([
  ['a plan', { plan: 'aws' }, undefined, BARE],
  [
    'everything',
    {
      plan: 'trial',
      provider: 'gcp',
      region: 'europe-west3',
      platformRegion: 'cf-sa30',
      subscriptionSelector: 'globalaccount:ga-2 || shared',
    },
    { globalaccountid: 'other' },
    {
      plan: 'trial',
      provider: 'gcp',
      platformRegion: 'cf-sa30',
      hyperscalerRegion: 'europe-west3',
      globalAccount: 'ga-2',
    },
  ],
  [
    'shared accounts only',
    { plan: 'trial', subscriptionSelector: 'shared' },
    undefined,
    { ...BARE, plan: 'trial', globalAccount: '' },
  ],
  [
    'shared accounts and a label',
    { plan: 'trial', subscriptionSelector: 'shared' },
    { globalaccountid: 'ga-3' },
    { ...BARE, plan: 'trial', globalAccount: 'ga-3' },
  ],
] as const)('with %s', (_, spec, labels, request) => {
  expect(asked(spec, labels)).toMatchObject({ kind: 'orders', orders: [{ request }] })
})

const target = (shared: boolean, euAccess = false) => ({ euAccess, shared })

test.each([
  ['a global account', { subscriptionSelector: 'ga-1' }, [target(false)]],
  ['a global account, then shared', { subscriptionSelector: 'ga-1 || shared' }, [target(false), target(true)]],
  ['shared, then a global account', { subscriptionSelector: 'shared || ga-1' }, [target(true), target(false)]],
  ['EU access', { subscriptionSelector: 'ga-1', euAccess: true }, [target(false, true)]],
] as const)('without a plan, by %s', (_, spec, targets) => {
  const found = asked(spec)
  if (found.kind !== 'orders') throw new Error('the selector was read')
  expect(found.orders.map(({ request }) => request)).toEqual(targets.map(each => ({ ...BARE, plan: '', target: each })))
  expect(new Set(found.orders.map(({ key }) => key)).size).toBe(targets.length)
})

test('reports the position of an error in the selector', () => {
  expect(asked({ plan: 'aws', subscriptionSelector: 'ga-1 || ' })).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('spec.subscriptionSelector: At character '),
  })
})

const text = fc.stringMatching(/^[a-z0-9-]{0,8}$/)
const anyAsk = fc.record({ uid: fc.uuid(), plan: text, region: text, platformRegion: text, cluster: text })

test('the key depends on the request and on what determines its account, and on nothing else', () => {
  const ask = ({
    uid,
    cluster,
    ...spec
  }: {
    uid: string
    plan: string
    region: string
    platformRegion: string
    cluster: string
  }) => {
    const whole = { provider: 'aws', subscriptionSelector: 'ga-1 || shared', cluster, ...spec } as const
    const found = ordersOf({ metadata: metadata(uid), spec: whole })
    if (found.kind !== 'orders') throw new Error('the selector was read')
    return found.orders[0].key
  }
  fc.assert(
    fc.property(anyAsk, anyAsk, (a, b) => {
      expect(ask({ ...a, cluster: 'other' })).toBe(ask(a))
      expect(requestUidOf(ask(a))).toBe(a.uid)
      expect(requestUidOf(keyForRules(ask(a), '1f'))).toBe(a.uid)
      const same =
        a.uid === b.uid && a.plan === b.plan && a.region === b.region && a.platformRegion === b.platformRegion
      expect(ask(a) === ask(b)).toBe(same)
    }),
  )
})

test('a foreign key belongs to no request', () => {
  expect(requestUidOf('keb-instance-1')).toBeNull()
})

test.each([
  ['its own claim', 'u-1', 'c-1'],
  ['no claim when the status names that of another request', 'u-2', null],
])('a request with %s', async (_, uid, id) => {
  const answer = { claim: { id: 'c-1', key: `${REQUEST_KEYS}${uid}/0f` } } as ClaimAnswer
  const found = await findOwnClaim({ get: async () => answer }, { metadata: metadata('u-1'), status: { claim: 'c-1' } })
  expect(found?.claim.id ?? null).toBe(id)
})

const OBJECTS = knownObjects({ subscriptions: [subscription({ name: 'ledger', uid: 'u-1' }, {})] })

test.each([
  ['null for a claim by the API', OBJECTS, 'orders-prod', null],
  [
    'the SubscriptionRequest of a claim',
    OBJECTS,
    'subscription-request/u-1/0123',
    'The claim belongs to SubscriptionRequest ledger. Delete that request, or the Cluster that created it, instead.',
  ],
  [
    'no name for a deleted SubscriptionRequest',
    OBJECTS,
    'subscription-request/u-2/0123',
    'The claim belongs to a SubscriptionRequest. Delete that request, or the Cluster that created it, instead.',
  ],
  ['null without operators', null, 'subscription-request/u-1/0123', null],
])('names the owner of a claim: %s', (_, objects, key, expected) =>
  expect(whyOnlyOperator(objects, key, 'release')).toBe(expected),
)

test('the message names the field of the request that sets the cluster', () =>
  expect(whyOnlyOperator(OBJECTS, 'subscription-request/u-1/0123', 'set-cluster')).toContain('spec.cluster'))
