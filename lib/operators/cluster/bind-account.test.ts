import { expect, test, vi } from 'vitest'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { CLUSTER_UID, sampleCluster } from '../../../test/operators/sample-cluster.ts'
import { bindAccount, subscriptionOfCluster } from './bind-account.ts'
import type { ClusterContext } from './cluster-context.ts'

const cluster = {
  metadata: { name: 'example', namespace: 'kcp', uid: 'uid-1' },
  spec: {
    core: { region: 'eu-central-1' },
    infrastructure: { provider: 'aws', subscriptionSelector: 'globalaccount:ga-1' },
  },
} as unknown as Cluster
const bindingRef = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' } as const

test.each([
  ['its account', {}, bindingRef, 'SubscriptionBound'],
  [
    'no account while it is being deleted',
    { deletionTimestamp: '2026-11-27T12:00:00Z' },
    null,
    'SubscriptionReleasing',
  ],
  ['no account when it belongs to another Cluster', { ownerReferences: [] }, null, 'SubscriptionRefused'],
])('a Cluster gets from its request %s', async (_, more, binding, reason) => {
  const wanted = subscriptionOfCluster(cluster, 'c-1')
  const conditions = [{ type: 'Ready', status: 'True', reason: 'Claimed', message: '' }]
  const status = { bindingRef, gardenerSecretName: 'a', conditions }
  const request = { ...wanted, metadata: { ...wanted?.metadata, ...more }, status } as unknown as SubscriptionRequest
  const apply = vi.fn()
  const context = { control: { apply }, requests: { get: () => request } } as unknown as ClusterContext
  const account = await bindAccount(context, cluster, 'c-1', new AbortController().signal)
  expect(account).toMatchObject({ binding, finding: { type: 'SubscriptionReady', reason } })
  expect(apply).not.toHaveBeenCalled()
})

test('requests what the Cluster needs, with its name', () => {
  expect(subscriptionOfCluster(sampleCluster(), 'c-1')).toEqual({
    metadata: {
      name: 'example-cluster',
      namespace: 'cluster-operator',
      labels: { plan: 'aws', globalaccountid: 'abcd-0001', subaccountid: 'abcd-0002', instanceid: 'abcd-0003' },
      ownerReferences: [
        {
          apiVersion: 'operator.kyma-project.io/v1alpha1',
          kind: 'Cluster',
          name: 'example-cluster',
          uid: CLUSTER_UID,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      provider: 'aws',
      subscriptionSelector: 'globalaccount:abcd-0001 || shared',
      plan: 'aws',
      region: 'eu-central-1',
      cluster: 'c-1',
    },
  })
})

test('passes on platform region and EU access, and no plan if there is none', () => {
  const cluster = sampleCluster({ core: { region: 'eu-central-1', platformRegion: 'cf-eu11' }, euAccess: true })
  cluster.metadata.labels = {}
  const request = subscriptionOfCluster(cluster, 'c-1')
  expect(request?.spec).toMatchObject({ platformRegion: 'cf-eu11', euAccess: true })
  expect(request?.spec).not.toHaveProperty('plan')
})

test('is not required for an imported cluster', () => {
  const { infrastructure, core, ...spec } = sampleCluster().spec
  expect([infrastructure, core]).not.toContain(undefined)
  const brought = { ...sampleCluster(), spec: { ...spec, kubeconfigSecretRef: { name: 'k', key: 'config' } } }
  expect(subscriptionOfCluster(brought, 'c-1')).toBeNull()
})
