import { describe, expect, test } from 'vitest'
import { GardenError, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, type ObjectPlace, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster, ClusterType } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from '#lib/operators/cluster/cluster-context.ts'
import { DELETION_CONFIRMATION } from '#lib/operators/cluster/current-cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CALLER, FREE, SHARED, withShootLife } from '../claims/claim-world.ts'
import { recreate } from '../claims/recreate.ts'
import { waitUntil } from '../kit/wait.ts'
import { type ClusterWorld, clusterWorld, namesOf, turnedOperator } from './cluster-world.ts'
import { mortalClusters } from './mortal-context.ts'

withShootLife()

const reasonOf = ({ status }: Cluster, type: ClusterType) => findCondition(status?.conditions, type)?.reason

test('creates no shoot on an account that was released while the shoot was refused', async () => {
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
  await look(0)
  world.garden.faults.clear()
  await look(120)
  await seen('ClusterProvisioned', 'WaitingForSubscription')
  expect(await namesOf(world, SHOOTS)).toEqual([])
  expect(await world.labels('a')).toMatchObject({ dirty: 'true' })
})

/** A Cluster with an account, whose shoot Gardener refuses until `accept`. */
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
  const accept = async () => {
    // A reconcile that read the binding before its change may apply the shoot after it.
    await look(0)
    world.garden.faults.clear()
  }
  return { world, seen, label, look, accept }
}

test('a Cluster fails while its binding is marked dirty before there is a shoot', async () => {
  const { world, seen, label, look, accept } = await refusedShoot()
  await label({ dirty: 'true' })
  await accept()
  await look(120)
  expect(reasonOf(await seen('AccountDirty'), 'Ready')).toBe('Failed')
  expect(await namesOf(world, SHOOTS)).toEqual([])
  await label({ dirty: null })
  await look(120)
  await seen('ShootReady')
})

test('creates no shoot on an account that was cleaned, or that another global account now owns', async () => {
  const { world, seen, label, look, accept } = await refusedShoot()
  await label({ dirty: 'true' })
  await label({ dirty: null, tenantName: null })
  await accept()
  await look(120)
  expect(reasonOf(await seen('AccountUnfit'), 'Ready')).toBe('Failed')
  await label({ tenantName: 't-2' })
  await look(120)
  await seen('AccountUnfit')
  expect(await namesOf(world, SHOOTS)).toEqual([])
  await label({ tenantName: 't-1' })
  await look(120)
  await seen('ShootReady')
})

test('creates no shoot on a binding that was recreated for another account, even with the labels of the tenant', async () => {
  const { world, seen, look, accept } = await refusedShoot()
  world.add('b', FREE, [])
  await recreate(world, 'a', 'b', { ...FREE, tenantName: 't-1' })
  await accept()
  await look(120)
  expect(reasonOf(await seen('AccountUnfit'), 'Ready')).toBe('Failed')
  expect(await namesOf(world, SHOOTS)).toEqual([])
})

test('creates no shoot on a restored binding before the landscape is accepted', async () => {
  const { world, seen, look, accept } = await refusedShoot()
  await recreate(world, 'a', 'a', { ...FREE, tenantName: 't-1' })
  await accept()
  await look(120)
  await seen('AccountUnfit')
  expect(await namesOf(world, SHOOTS)).toEqual([])
})

const OWN = { account: FREE, selector: 't-1', plan: 'aws' }
const SHARED_ONE = { account: SHARED, selector: 'shared', plan: 'trial' }

/** A world whose Cluster operator ended just before, or just after, it created a shoot. */
async function endedAtShoot(side: 'before' | 'after', { account, selector, plan } = OWN) {
  const world = await clusterWorld({ a: account })
  const requests = await world.operator()
  const { life, mortal } = mortalClusters(
    { control: world.admin, garden: world.admin },
    { kind: 'apply shoots', nth: 0, side },
  )
  const clusters = await world.clusterOperator(mortal)
  await world.cluster('example', { infrastructure: { subscriptionSelector: selector } }, plan)
  await waitUntil(() => life.isOver)
  await clusters.stop()
  expect((await world.readCluster('example'))?.status?.bindingRef).toBeUndefined()
  return { world, requests }
}

const ENDS = {
  'its request is deleted': (world: ClusterWorld) => world.remove('example'),
  'its account is released': async ({ service }: ClusterWorld) => {
    const [claim] = (await service.list({ offset: 0, limit: 1 })).claims
    await service.release(claim?.id ?? '', CALLER)
  },
}

describe.each(Object.entries(ENDS))('adopts a shoot that its operator did not record, even if %s', (_, end) => {
  test.each([
    ['one of its own', OWN],
    ['a shared one', SHARED_ONE],
  ])('on %s', async (_kind, asked) => {
    const { world, requests } = await endedAtShoot('after', asked)
    const before = await world.read('example')
    await end(world)
    requests.controller.touch({ namespace: world.namespace, name: 'example' })
    await waitUntil(
      async () => (await world.read('example'))?.metadata.resourceVersion !== before?.metadata.resourceVersion,
    )
    await world.clusterOperator()
    const cluster = await world.seenCluster('example', known => reasonOf(known, 'ClusterProvisioned') === 'ShootReady')
    expect(cluster.status?.bindingRef).toEqual({ kind: 'CredentialsBinding', namespace: world.namespace, name: 'a' })
    expect(await namesOf(world, SHOOTS)).toHaveLength(1)
  })
})

test('does not recreate a shoot that is deleted while it is read, on an account that is released', async () => {
  const { world } = await endedAtShoot('after')
  const { admin } = world
  await world.remove('example')
  let isGone = false
  const made: unknown[] = []
  const get: ClusterContext['garden']['get'] = async (place, options) => {
    const found = await admin.get<never>(place, options)
    if (place.resource !== SHOOTS || isGone) return found
    await deleteShoot(world, place)
    isGone = true
    return found
  }
  const apply: ClusterContext['garden']['apply'] = (place, object, options) => {
    if (place.resource === SHOOTS && options.uid === undefined) made.push(object)
    return admin.apply(place, object, options)
  }
  await world.clusterOperator({ garden: { ...admin, get, apply } })
  await world.seenCluster('example', known => reasonOf(known, 'ClusterProvisioned') === 'ShootGone')
  expect(await namesOf(world, SHOOTS)).toEqual([])
  expect(made).toEqual([])
})

async function deleteShoot({ admin }: ClusterWorld, place: ObjectPlace): Promise<void> {
  for (;;) {
    const { resourceVersion = '' } = (await admin.get(place)).metadata ?? {}
    const confirmed = { metadata: { annotations: { [DELETION_CONFIRMATION]: 'true' } } }
    const conflict = await admin.patch(place, confirmed, { resourceVersion }).then(() => false, orConflict)
    if (!conflict) break
  }
  await admin.delete(place)
  await waitUntil(async () => (await nullIfNotFound(admin.get(place))) === null)
}

/** Gardener changes a shoot frequently. */
function orConflict(error: unknown): true {
  if (error instanceof GardenError && error.kind === 'conflict') return true
  throw error
}

test.each([
  ['another global account', { infrastructure: { subscriptionSelector: 't-2' } }, {}],
  ['an account in the EU', { euAccess: true }, { euAccess: null }],
  [
    'an account for another platform region',
    { core: { platformRegion: 'cf-eu11' } },
    { core: { platformRegion: null } },
  ],
])(
  'a Cluster that requests %s before it has a shoot gets none on its account, until it requests the original again',
  async (_, asked, before) => {
    const { world } = await endedAtShoot('before')
    await world.editCluster('example', asked)
    // The account is not recorded either while Gardener is unreachable: a recorded account is final.
    const mishap = { type: 'status', status: 503 } as const
    world.garden.faults.add({ match: { verb: 'get', resource: 'shoots.core.gardener.cloud' }, times: 0, mishap })
    const { look } = await turnedOperator(world)
    await world.seenCluster('example', known => reasonOf(known, 'ClusterProvisioned') === 'GardenerUnreachable')
    world.garden.faults.clear()
    await look(1)
    const refused = await world.seenCluster('example', known => reasonOf(known, 'Ready') === 'Failed')
    expect(findCondition(refused.status?.conditions, 'ClusterProvisioned')).toMatchObject({
      reason: 'AccountUnfit',
      message: expect.stringContaining('was assigned for an earlier spec of the Cluster'),
    })
    expect(refused.status?.bindingRef).toBeUndefined()
    expect(await namesOf(world, SHOOTS)).toEqual([])
    const back = { infrastructure: { subscriptionSelector: 't-1' }, ...before }
    await world.editCluster('example', back)
    await world.seenCluster('example', known => reasonOf(known, 'ClusterProvisioned') === 'ShootReady')
  },
)
