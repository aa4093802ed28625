import { expect, test } from 'vitest'
import { CLUSTER_UID, sampleCluster } from '../../../test/operators/sample-cluster.ts'
import { subscriptionOfCluster } from './subscription-of-cluster.ts'

test('asks for what the Cluster needs, in its name', () => {
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

test('passes platform region and EU access on, and no plan where there is none', () => {
  const cluster = sampleCluster({ core: { region: 'eu-central-1', platformRegion: 'cf-eu11' }, euAccess: true })
  cluster.metadata.labels = {}
  const request = subscriptionOfCluster(cluster, 'c-1')
  expect(request?.spec).toMatchObject({ platformRegion: 'cf-eu11', euAccess: true })
  expect(request?.spec).not.toHaveProperty('plan')
})

test('is not needed by a cluster that is brought', () => {
  const { infrastructure, core, ...spec } = sampleCluster().spec
  expect([infrastructure, core]).not.toContain(undefined)
  const brought = { ...sampleCluster(), spec: { ...spec, kubeconfigSecretRef: { name: 'k', key: 'config' } } }
  expect(subscriptionOfCluster(brought, 'c-1')).toBeNull()
})
