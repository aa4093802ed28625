import { describe, expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import { buildClusterRow, listClusters } from './cluster-list.ts'
import { getKindState } from './operator-objects.ts'
import { buildSubscriptionRow, listSubscriptions } from './subscription-list.ts'
import { cluster, knownObjects, subscription } from './testing/known-objects.ts'

const SINCE = '2026-11-23T11:00:00Z'
const BINDING = { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' } as const

function condition<Type extends string, Reason extends string>(
  type: Type,
  status: Condition['status'],
  reason: Reason,
  message: string,
) {
  return { type, status, reason, message, lastTransitionTime: SINCE, observedGeneration: 1 } as const
}

describe('the state of a Cluster', () => {
  const objects = knownObjects()
  const rowOf = (...given: Parameters<typeof cluster>) => buildClusterRow(cluster(...given), objects)

  test('is new before the first reconciliation', () => {
    expect(rowOf({ name: 'a' })).toMatchObject({
      state: 'new',
      reason: null,
      since: '2026-11-23T10:00:00Z',
      globalAccount: 'ga-1',
      binding: null,
    })
  })

  test.each([
    ['Ready', 'True', 'ready'],
    ['Waiting', 'False', 'waiting'],
    ['InProgress', 'False', 'in-progress'],
    ['Failed', 'False', 'failed'],
    ['Deleting', 'False', 'deleting'],
  ] as const)('%s', (reason, status, state) => {
    const conditions = [condition('Ready', status, reason, 'So it is.')]
    expect(rowOf({ name: 'a' }, { observedGeneration: 1, conditions })).toMatchObject({ state, since: SINCE })
  })

  test('follows the reason of the deciding condition', () => {
    const message = 'The account is over its quota.'
    const conditions = [
      condition('Ready', 'False', 'Failed', message),
      condition('Accepted', 'True', 'SpecValid', 'The spec is valid.'),
      condition('ClusterProvisioned', 'False', 'AccountQuotaExceeded', message),
    ] as const
    expect(rowOf({ name: 'a' }, { observedGeneration: 1, conditions })).toMatchObject({
      state: 'failed',
      reason: 'AccountQuotaExceeded',
      message,
    })
  })

  test('reports an unreconciled change, and a deletion', () => {
    const conditions = [condition('Ready', 'True', 'Ready', 'Cluster matches its spec.')]
    const status = { observedGeneration: 1, conditions }
    expect(rowOf({ name: 'a', generation: 2 }, status)).toMatchObject({
      state: 'in-progress',
      message: 'The latest change has not been processed yet.',
    })
    expect(rowOf({ name: 'a', generation: 2, deletionTimestamp: SINCE }, status)).toMatchObject({ state: 'deleting' })
  })

  test('an imported cluster has no provider; its labels contain plan and global account', () => {
    const labels = { plan: 'trial', globalaccountid: 'ga-2' }
    const brought = {
      ...cluster({ name: 'b', labels }),
      spec: { kubeconfigSecretRef: { name: 'mine', key: 'config' } },
    }
    const row = buildClusterRow(brought, objects)
    expect(row).toMatchObject({ provider: null, region: null, plan: 'trial', globalAccount: 'ga-2' })
  })
})

test.each([
  ['Claimed', 'True', 'ready'],
  ['Reused', 'True', 'ready'],
  ['Shared', 'True', 'ready'],
  ['Requested', 'False', 'in-progress'],
  ['PoolEmpty', 'False', 'waiting'],
  ['Refused', 'False', 'failed'],
  ['Failed', 'False', 'failed'],
  ['Releasing', 'False', 'failed'],
] as const)('a SubscriptionRequest: %s', (reason, status, state) => {
  const conditions = [condition('Ready', status, reason, 'So it is.')]
  const row = buildSubscriptionRow(subscription({ name: 's' }, { conditions, position: 2, claim: 'c-1' }))
  expect(row).toMatchObject({ state, position: 2, claim: 'c-1', cluster: null, globalAccount: 'ga-1' })
})

describe('the lists', () => {
  const ready = [condition('Ready', 'True', 'Ready', 'Cluster matches its spec.')]
  const waiting = [condition('Ready', 'False', 'PoolEmpty', 'No account is free. Position in the queue: 3.')]
  const owner = { apiVersion: 'operator.kyma-project.io/v1alpha1', kind: 'Cluster', name: 'beta', uid: 'uid-beta' }
  const objects = knownObjects({
    clusters: [
      cluster({ name: 'alpha', labels: { plan: 'trial' } }, { conditions: ready, bindingRef: BINDING }),
      cluster({ name: 'beta' }),
    ],
    subscriptions: [
      subscription({ name: 'beta', ownerReferences: [owner] }, { conditions: waiting, position: 3 }),
      subscription({ name: 'mine' }, undefined, { provider: 'gcp' }),
    ],
  })
  const clusters = (q: string, sort = '') =>
    listClusters(objects, { q, sort, offset: 0, limit: 10 }).rows.map(({ name }) => name)
  const subscriptions = (q: string, sort = '') =>
    listSubscriptions(objects, { q, sort, offset: 0, limit: 10 }).rows.map(({ name }) => name)

  test.each([
    ['', ['alpha', 'beta']],
    ['state:new', ['beta']],
    ['plan:trial', ['alpha']],
    ['account:aws', ['alpha']],
    ['reason:matches', ['alpha']],
    ['aws-1', ['alpha']],
    ['brought', []],
    ['nothing-like-it', []],
  ])('Clusters by %j', (q, names) => {
    expect(clusters(q)).toEqual(names)
  })

  test('sorts urgent states first and missing values last', () => {
    expect(clusters('', 'state')).toEqual(['beta', 'alpha'])
    expect(clusters('', '-plan')).toEqual(['alpha', 'beta'])
    expect(subscriptions('', '-position')).toEqual(['beta', 'mine'])
  })

  test.each([
    ['state:waiting', ['beta']],
    ['position:>=3', ['beta']],
    ['cluster:beta', ['beta']],
    ['provider:gcp', ['mine']],
  ])('SubscriptionRequests by %j', (q, names) => {
    expect(subscriptions(q)).toEqual(names)
  })

  test('a Cluster shows the queue position of its request', () => {
    const [row] = listClusters(objects, { q: 'name:beta', sort: '', offset: 0, limit: 10 }).rows
    expect(row?.position).toBe(3)
  })

  test.each([
    ['', { new: 1, ready: 1 }],
    ['state:new', { new: 1, ready: 1 }],
    ['plan:trial state:new', { ready: 1 }],
    ['nothing-like-it', {}],
    ['colour:red', {}],
  ])('the states of %j are counted without its state filter', (q, states) => {
    expect(listClusters(objects, { q, sort: '', offset: 0, limit: 1 }).states).toEqual(states)
  })

  test('an invalid search has no hits and an error', () => {
    const { rows, errors, of } = listClusters(objects, { q: 'colour:red', sort: '', offset: 0, limit: 10 })
    expect({ rows, of, errors: errors.length }).toEqual({ rows: [], of: 2, errors: 1 })
  })
})

describe('the state of a kind', () => {
  const error = new GardenError({ kind: 'unavailable', doing: 'list clusters', because: 'the server did not answer.' })
  test.each([
    [{}, 'live'],
    [{ absent: true }, 'absent'],
    [{ phase: 'starting', complete: false }, 'reading'],
    [{ phase: 'starting', complete: false, error }, 'unreachable'],
    [{ phase: 'refused', complete: false, error }, 'refused'],
    [{ phase: 'reconnecting', error }, 'stale'],
    [{ phase: 'stale', error }, 'stale'],
  ] as const)('%j', (freshness, state) => {
    expect(getKindState(knownObjects({ freshness }), 'Cluster').state).toBe(state)
  })
})
