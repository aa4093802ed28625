import { expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { LATE_MS } from '#lib/operators/cluster/delete-cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { crashCluster, expectNothingLeft, isReady, untilGone } from './cluster-crash.ts'
import { clusterWorld, namesOf } from './cluster-world.ts'

withShootLife()

test.each([
  ['its shoot is created', 'apply shoots'],
  ['its shoot is deleted', 'delete shoots'],
])('an operator that ends after %s leaves one shoot, and none after the deletion', async (_, kind) => {
  expect(await crashCluster({ kind, nth: 0, side: 'after' })).toBe(true)
})

test('two simultaneous operators create one shoot, and delete it', async () => {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  await Promise.all([world.clusterOperator(), world.clusterOperator()])
  await world.cluster('example')
  await world.seenCluster('example', isReady)
  expect(await namesOf(world, SHOOTS)).toHaveLength(1)
  await world.removeCluster('example')
  await untilGone(world, async () => undefined)
  await expectNothingLeft(world)
})

/**
 * A world whose Cluster was created and deleted, and its state before its shoot was created, as a stale operator sees
 * it.
 */
async function goneCluster() {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  const first = await world.clusterOperator()
  await world.cluster('example')
  const cluster = await world.seenCluster('example', isReady)
  const request = await world.seen('example', ({ status }) => status?.bindingRef !== undefined)
  await world.removeCluster('example')
  await untilGone(world, async () => undefined)
  await first.stop()
  const { shootRef: _shoot, ...status } = cluster.status ?? {}
  return { world, request, stale: { ...cluster, status } }
}

test.each([
  ['before', 0],
  ['during', 1],
])('an operator with a stale Cluster that is deleted %s its check leaves no shoot', async (_, sees) => {
  const { world, request, stale } = await goneCluster()
  let looks = 0
  const { admin } = world
  const late = await world.clusterOperator({
    clusters: { get: () => stale },
    requests: { get: () => request },
    control: {
      patch: admin.patch,
      apply: admin.apply,
      delete: admin.delete,
      page: admin.page,
      get: (place, options) => (looks++ < sees ? Promise.resolve(stale as never) : admin.get(place, options)),
    },
  })
  late.controller.touch({ namespace: world.namespace, name: 'example' })
  await waitUntil(() => late.failures.length > 0 && looks > sees)
  await waitUntil(async () => (await namesOf(world, SHOOTS)).length === 0)
})

test('a shoot is deleted although Gardener has changed it before the deletion of its Cluster is noticed', async () => {
  const { world, request, stale } = await goneCluster()
  const { admin, namespace } = world
  let made = 0
  const apply: typeof admin.apply = async (place, object, options) => {
    const applied = await admin.apply(place, object, options)
    if (place.resource !== SHOOTS) return applied
    made++
    await waitUntil(
      async () => (await admin.get(place)).metadata?.resourceVersion !== applied.metadata?.resourceVersion,
    )
    return applied
  }
  // The watch delivers the deletion in the meantime, so that there is no second run.
  const late = await world.clusterOperator({
    clusters: { get: () => (made === 0 ? stale : null) },
    requests: { get: () => request },
    control: {
      ...admin,
      get: (place, options) => (made === 0 ? Promise.resolve(stale as never) : admin.get(place, options)),
    },
    garden: { ...admin, apply },
  })
  late.controller.touch({ namespace, name: 'example' })
  await waitUntil(() => late.failures.length > 0)
  await waitUntil(async () => (await namesOf(world, SHOOTS)).length === 0)
})

test.each([
  ['is created late', true],
  ['is never created', false],
])('deletes a shoot that %s after a request without a response', async (_, comes) => {
  const world = await clusterWorld({ a: FREE })
  await world.operator()
  const { admin, namespace } = world
  let send: (() => Promise<unknown>) | null = null
  const apply: typeof admin.apply = (place, object, options) => {
    if (place.resource !== SHOOTS) return admin.apply(place, object, options)
    const { signal: _, ...rest } = options
    send = () => admin.apply(place, object, rest)
    return Promise.reject(
      new GardenError({ kind: 'timeout', doing: 'making a shoot', because: 'no answer', outcomeUnknown: true }),
    )
  }
  const first = await world.clusterOperator({ garden: { ...admin, apply } })
  await world.cluster('example')
  await waitUntil(() => send !== null)
  await first.stop()
  await world.removeCluster('example')

  let aheadMs = 0
  const { controller } = await world.clusterOperator({ lateMs: LATE_MS, now: () => Date.now() + aheadMs })
  await world.seenCluster('example', ({ status }) => {
    const provisioned = findCondition(status?.conditions, 'ClusterProvisioned')
    return provisioned?.status === 'Unknown' && provisioned.reason === 'ShootCreating'
  })
  expect(await world.claims()).toEqual(['a reserved'])
  if (comes) {
    await (send as unknown as () => Promise<unknown>)()
    await waitUntil(async () => (await namesOf(world, SHOOTS)).length === 0)
  }
  expect(await world.readCluster('example')).not.toBeNull()
  aheadMs = LATE_MS
  await untilGone(world, async () => controller.touch({ namespace, name: 'example' }))
  await expectNothingLeft(world)
})

test('a Cluster without an account is deleted without waiting for a shoot', async () => {
  const world = await clusterWorld({})
  await world.operator()
  await world.clusterOperator({ lateMs: LATE_MS })
  await world.cluster('example')
  await world.seenCluster(
    'example',
    ({ status }) => findCondition(status?.conditions, 'ClusterProvisioned')?.reason === 'WaitingForSubscription',
  )
  await world.removeCluster('example')
  await untilGone(world, async () => undefined)
  expect(await namesOf(world, SHOOTS)).toEqual([])
})
