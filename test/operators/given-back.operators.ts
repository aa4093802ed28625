import { expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterType } from '#lib/operators/api/cluster-conditions.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CALLER, FREE, withShootLife } from '../claims/claim-world.ts'
import { clusterWorld, turnedOperator } from './cluster-world.ts'

withShootLife()

const reasonOf = ({ status }: Cluster, type: ClusterType) => findCondition(status?.conditions, type)?.reason

test('no shoot is made on an account that was given back while the shoot was refused', async () => {
  const world = await clusterWorld({ a: FREE })
  const seen = (type: ClusterType, reason: string) =>
    world.seenCluster('example', cluster => reasonOf(cluster, type) === reason)
  await world.operator()
  const mishap = { type: 'status', status: 422, reason: 'Invalid' } as const
  world.garden.faults.add({ match: { verb: 'patch', resource: 'shoots.core.gardener.cloud' }, times: 0, mishap })
  const { look } = await turnedOperator(world)
  await world.cluster('example')
  expect((await seen('ClusterProvisioned', 'ShootRefused')).status?.bindingRef?.name).toBe('a')
  const [claim] = (await world.service.list({ offset: 0, limit: 1 })).claims
  await world.service.release(claim?.id ?? '', CALLER)
  await seen('SubscriptionReady', 'SubscriptionRefused')
  world.garden.faults.clear()
  await look(120)
  await seen('ClusterProvisioned', 'WaitingForSubscription')
  expect(await world.shootOf('example')).toBeNull()
  expect(await world.labels('a')).toMatchObject({ dirty: 'true' })
})

test('a Cluster whose binding somebody marks dirty before there is a shoot has failed, until it is clean', async () => {
  const world = await clusterWorld({ a: FREE })
  const seen = (reason: string) =>
    world.seenCluster('example', cluster => reasonOf(cluster, 'ClusterProvisioned') === reason)
  const mark = async (dirty: 'true' | null) => {
    const place = { resource: bindingResource('CredentialsBinding'), namespace: world.namespace, name: 'a' }
    const { metadata } = await world.admin.get<KubeObject>(place)
    const resourceVersion = metadata?.resourceVersion ?? ''
    await world.admin.patch(place, { metadata: { labels: { dirty } } }, { resourceVersion })
  }
  await world.operator()
  const mishap = { type: 'status', status: 422, reason: 'Invalid' } as const
  world.garden.faults.add({ match: { verb: 'patch', resource: 'shoots.core.gardener.cloud' }, times: 0, mishap })
  const { look } = await turnedOperator(world)
  await world.cluster('example')
  await seen('ShootRefused')
  await mark('true')
  world.garden.faults.clear()
  await look(120)
  expect(reasonOf(await seen('AccountDirty'), 'Ready')).toBe('Failed')
  expect(await world.shootOf('example')).toBeNull()
  await mark(null)
  await look(120)
  await seen('ShootReady')
})
