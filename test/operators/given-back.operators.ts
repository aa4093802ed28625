import { expect, test } from 'vitest'
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
