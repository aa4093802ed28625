import { expect, test, vi } from 'vitest'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { bindAccount } from './bind-account.ts'
import type { ClusterContext } from './cluster-context.ts'
import { subscriptionOfCluster } from './subscription-of-cluster.ts'

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
])('a Cluster has by its request %s', async (_, more, binding, reason) => {
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
