import { expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterType } from '#lib/operators/api/cluster-conditions.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CALLER, FREE, until, withShootLife } from '../claims/claim-world.ts'
import { clusterWorld, turnedOperator } from './cluster-world.ts'
import { mortalClusters } from './mortal-context.ts'

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

/** A Cluster that has its account, and whose shoot Gardener refuses until `let`. */
async function refusedShoot() {
  const world = await clusterWorld({ a: FREE })
  const seen = (reason: string) =>
    world.seenCluster('example', cluster => reasonOf(cluster, 'ClusterProvisioned') === reason)
  const label = async (labels: Readonly<Record<string, string | null>>) => {
    const place = { resource: bindingResource('CredentialsBinding'), namespace: world.namespace, name: 'a' }
    const { metadata } = await world.admin.get<KubeObject>(place)
    const resourceVersion = metadata?.resourceVersion ?? ''
    await world.admin.patch(place, { metadata: { labels } }, { resourceVersion })
  }
  await world.operator()
  const mishap = { type: 'status', status: 422, reason: 'Invalid' } as const
  world.garden.faults.add({ match: { verb: 'patch', resource: 'shoots.core.gardener.cloud' }, times: 0, mishap })
  const { look } = await turnedOperator(world)
  await world.cluster('example')
  await seen('ShootRefused')
  return { world, seen, label, look, let: () => world.garden.faults.clear() }
}

test('a Cluster whose binding somebody marks dirty before there is a shoot has failed, until it is clean', async () => {
  const { world, seen, label, look, ...shoot } = await refusedShoot()
  await label({ dirty: 'true' })
  shoot.let()
  await look(120)
  expect(reasonOf(await seen('AccountDirty'), 'Ready')).toBe('Failed')
  expect(await world.shootOf('example')).toBeNull()
  await label({ dirty: null })
  await look(120)
  await seen('ShootReady')
})

test('no shoot is made on an account that was cleaned meanwhile, nor on one that another global account has by now', async () => {
  const { world, seen, label, look, ...shoot } = await refusedShoot()
  await label({ dirty: 'true' })
  await label({ dirty: null, tenantName: null })
  shoot.let()
  await look(120)
  expect(reasonOf(await seen('AccountNotTheirs'), 'Ready')).toBe('Failed')
  await label({ tenantName: 't-2' })
  await look(120)
  await seen('AccountNotTheirs')
  expect(await world.shootOf('example')).toBeNull()
  await label({ tenantName: 't-1' })
  await look(120)
  await seen('ShootReady')
})

test('a shoot that was made and not yet written down is known of, though its request was deleted meanwhile', async () => {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  const last = { kind: 'apply shoots', nth: 0, side: 'after' } as const
  const { life, mortal } = mortalClusters({ control: world.admin, garden: world.admin }, last)
  const first = await world.clusterOperator(mortal)
  await world.cluster('example')
  await until(() => life.isOver)
  await first.stop()
  expect((await world.readCluster('example'))?.status?.bindingRef).toBeUndefined()
  await world.remove('example')
  await world.seen('example', ({ metadata, status }) => {
    const ready = findCondition(status?.conditions, 'Ready')
    return metadata.deletionTimestamp !== undefined && ready?.reason === 'Releasing'
  })
  await world.clusterOperator()
  const cluster = await world.seenCluster('example', known => reasonOf(known, 'ClusterProvisioned') === 'ShootReady')
  expect(cluster.status?.bindingRef?.name).toBe('a')
  expect(await world.shootOf('example')).not.toBeNull()
})
