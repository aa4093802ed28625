import { expect, test } from 'vitest'
import type { KubeconfigRequest } from './kubeconfig-request.ts'
import { clusterOf } from './request-facts.ts'

test('a request refers to a Cluster of its own namespace, even if stored with another one', () => {
  const stored = { cluster: 'orders', clusterNamespace: 'somebody-elses', expiration: 600, output: 'secret' } as const
  const request: KubeconfigRequest = {
    metadata: {
      namespace: 'mine',
      name: 'orders.backup',
      uid: 'u-1',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: stored,
  }
  expect(clusterOf(request)).toEqual({ namespace: 'mine', name: 'orders' })
})
