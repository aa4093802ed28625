import { expect, test } from 'vitest'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { type Condition, findCondition } from '#lib/operators/framework/conditions.ts'
import { seedCluster } from '#lib/operators/testing/seed-examples.ts'
import { makeSampleResources } from '../../scripts/demo/sample-resources.ts'
import { newPlace } from '../store/command-kit.ts'
import { startOperators } from './operators-process.ts'
import { soon } from './soon.ts'

const NAMESPACE = 'kcp-system'

test('the samples of the demo and the proposal reach the states that they demonstrate', async () => {
  const place = await newPlace()
  const { client } = await startOperators(place, 'demo')
  const make = () => makeSampleResources(kubeconfigFile(place.DATA_DIR, 'admin'), NAMESPACE)
  await make()
  const { metadata, spec } = seedCluster() as unknown as KubeObject & { spec: object }
  await client.create({ resource: CLUSTERS, namespace: NAMESPACE }, {
    metadata: { name: 'example-cluster', ...(metadata?.labels && { labels: metadata.labels }) },
    spec,
  } as KubeObject)
  const reasons = async () => {
    const found: Record<string, string> = {}
    for (const resource of [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS]) {
      const take = ({ metadata, status }: KubeObject & { status?: { conditions?: readonly Condition[] } }) => {
        found[`${resource.kind} ${metadata?.name}`] = findCondition(status?.conditions, 'Ready')?.reason ?? 'none'
      }
      await client.page({ resource, namespace: NAMESPACE }, { limit: 100 }, take)
    }
    return found
  }
  await soon(reasons, 150_000).toMatchObject({
    'Cluster orders-eu': 'Ready',
    'Cluster orders-us': 'Ready',
    'Cluster ledger': 'Ready',
    'Cluster example-cluster': 'Ready',
    'Cluster no-such-plan': 'Failed',
    'SubscriptionRequest for-tests': 'Claimed',
    'SubscriptionRequest any-shared': 'Shared',
    'SubscriptionRequest for-trials': 'PoolEmpty',
    'SubscriptionRequest own-openstack': 'Refused',
    'KubeconfigRequest orders-eu.compass': 'Issued',
    'KubeconfigRequest orders-eu.backup': 'Issued',
    'KubeconfigRequest ledger.monitoring': 'Issued',
  })
  // A second run changes nothing.
  await make()
  expect(Object.keys(await reasons())).toHaveLength(17)
})
