import { expect, test } from 'vitest'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster, ClusterType } from '#lib/operators/api/cluster.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition, isTrue } from '#lib/operators/framework/conditions.ts'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { FREE, withShootLife } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { type ClusterWorld, clusterWorld } from './cluster-world.ts'
import { INTACT, type RequestWorld, requestWorld } from './request-world.ts'
import { Veil } from './veil.ts'

withShootLife()

const isReady = ({ metadata, status }: Pick<SubscriptionRequest | Cluster, 'metadata' | 'status'>) =>
  isTrue(status?.conditions, 'Ready', metadata.generation)

/** Deletes an object and removes its finalizers. */
async function tearOut({ admin, namespace }: RequestWorld, resource: Resource, name: string): Promise<void> {
  const place = { resource, namespace, name }
  await admin.delete(place)
  const { metadata } = await admin.get(place)
  await admin.patch(place, { metadata: { finalizers: [] } }, { resourceVersion: metadata?.resourceVersion ?? '' })
}

/** Runs the periodic sweeps, late enough for all objects. */
async function sweep({ admin, service }: RequestWorld): Promise<void> {
  const late = () => Date.now() + 600_000
  await releaseOrphans({ client: admin, claims: service, landscape: INTACT, now: late }, AbortSignal.timeout(60_000))
  await service.sweep()
}

const openClaims = async (world: RequestWorld) =>
  (await world.claims()).filter(claim => !/ (released|refused)$/.test(claim))

async function requests(accounts: readonly string[]) {
  const world = await requestWorld(Object.fromEntries(accounts.map(name => [name, FREE])))
  const veil = new Veil(world.admin)
  await world.operator({ watching: veil.watching })
  return { world, veil }
}

test('a waiting request that was edited and reverted gets one account for its last spec', async () => {
  const { world, veil } = await requests([])
  await world.request('r', {})
  await world.seen('r', ({ status }) => status?.position === 1)
  await veil.hide(async () => {
    await world.edit('r', { subscriptionSelector: 'globalaccount:t-2' })
    await world.edit('r', { subscriptionSelector: 'globalaccount:t-1' })
  })
  await world.create('a', FREE)
  await world.create('b', FREE)
  const { status } = await world.seen('r', isReady)
  await sweep(world)
  expect(await openClaims(world)).toEqual([expect.stringContaining(status?.gardenerSecretName ?? '-')])
  const tenants = await Promise.all(['a', 'b'].map(async name => (await world.labels(name)).tenantName ?? ''))
  expect(tenants.toSorted()).toEqual(['', 't-1'])
  expect(veil.hidden).toBeGreaterThan(0)
})

test('a request that was re-created for another tenant gets its own account', async () => {
  const { world, veil } = await requests(['a', 'b'])
  await world.request('r', {})
  const before = await world.seen('r', isReady)
  await veil.hide(async () => {
    await tearOut(world, SUBSCRIPTION_REQUESTS, 'r')
    await world.request('r', { subscriptionSelector: 'globalaccount:t-2' })
  })
  const after = await world.seen('r', isReady)
  const [first, second] = [before, after].map(({ status }) => status?.gardenerSecretName ?? '')
  expect(second).not.toBe(first)
  await sweep(world)
  expect(await world.claims()).toEqual([`${first} released`, `${second} reserved`].toSorted())
  expect(await world.labels(first ?? '')).toMatchObject({ tenantName: 't-1', dirty: 'true' })
  expect(await world.labels(second ?? '')).toMatchObject({ tenantName: 't-2' })
})

test('a request that was created and deleted leaves nothing', async () => {
  const { world, veil } = await requests(['a'])
  await veil.hide(async () => {
    await world.request('r', {})
    await world.edit('r', { region: 'eu-west-1' })
    await world.remove('r')
  })
  await world.request('next', { subscriptionSelector: 'globalaccount:t-3' })
  await world.seen('next', isReady)
  expect(await world.claims()).toEqual(['a reserved'])
})

async function clusters() {
  const world = await clusterWorld({ a: FREE })
  const veil = new Veil(world.admin)
  await world.operator({ watching: veil.watching })
  await world.clusterOperator({}, veil.watching)
  await world.cluster('example')
  const cluster = await world.seenCluster('example', isReady)
  return { world, veil, cluster, shoot: cluster.status?.shootRef?.name ?? '' }
}

const reasonOf = ({ status }: Cluster, type: ClusterType) => findCondition(status?.conditions, type)?.reason ?? ''

const shootsOf = async ({ admin, namespace }: ClusterWorld) => {
  const names: string[] = []
  await admin.page(
    { resource: SHOOTS, namespace },
    { limit: 100 },
    ({ metadata }) => void names.push(metadata?.name ?? ''),
  )
  return names
}

async function deleteShoot(world: ClusterWorld, name: string): Promise<void> {
  const place = { resource: SHOOTS, namespace: world.namespace, name }
  const { metadata } = await world.admin.get(place)
  const change = { metadata: { annotations: { 'confirmation.gardener.cloud/deletion': 'true' } } }
  await world.admin.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
  await world.admin.delete(place)
  await waitUntil(async () => !(await shootsOf(world)).includes(name))
}

test('a Cluster that was changed several times has its last spec', async () => {
  const { world, veil, shoot } = await clusters()
  await veil.hide(async () => {
    await world.editCluster('example', { infrastructure: { autoScalerMax: 9 }, administrators: [] })
    await world.editCluster('example', { infrastructure: { autoScalerMax: 7 } })
    await world.editCluster('example', { administrators: ['third.id@sap.com'] })
  })
  const { status } = await world.seenCluster('example', isReady)
  expect(status).toMatchObject({ administrators: ['third.id@sap.com'], observedGeneration: 4 })
  expect((await world.shootOf('example'))?.spec?.provider?.workers).toMatchObject([{ maximum: 7 }])
  expect(await shootsOf(world)).toEqual([shoot])
})

test('does not touch a shoot that replaced the deleted one under its name', async () => {
  const { world, veil, shoot } = await clusters()
  const place = { resource: SHOOTS, namespace: world.namespace, name: shoot }
  await veil.hide(async () => {
    const { spec } = await world.admin.get<Cluster>(place)
    await deleteShoot(world, shoot)
    await world.admin.create(place, { metadata: { name: shoot }, spec } as object)
  })
  await world.seenCluster('example', cluster => /^Shoot(Gone|Foreign)$/.test(reasonOf(cluster, 'ClusterProvisioned')))
  // Gardener increments its version until it is created.
  await waitUntil(async () => {
    const { status } = await world.admin.get<ShootObject>(place)
    return status?.lastOperation?.state === 'Succeeded'
  })
  const { metadata } = await world.admin.get(place)
  await world.removeCluster('example')
  await world.seenCluster('example', cluster => reasonOf(cluster, 'SubscriptionReady') === 'SubscriptionReleasing')
  await sweep(world)
  expect((await world.admin.get(place)).metadata).toEqual(metadata)
  // The shoot uses the account.
  expect(await world.labels('a')).not.toHaveProperty('dirty')
  await deleteShoot(world, shoot)
  await waitUntil(async () => {
    await sweep(world)
    return (await world.readCluster('example')) === null
  })
  expect(await world.labels('a')).toMatchObject({ dirty: 'true' })
})

test('a SubscriptionRequest that was removed is recreated, and the account stays with its shoot', async () => {
  const { world, veil } = await clusters()
  await veil.hide(() => tearOut(world, SUBSCRIPTION_REQUESTS, 'example'))
  // A cluster has only one claim: the other one ends first.
  await waitUntil(async () => {
    await sweep(world)
    const request = await world.read('example')
    return request !== null && isReady(request)
  })
  expect((await world.shootOf('example'))?.spec?.credentialsBindingName).toBe('a')
  expect(await world.labels('a')).not.toHaveProperty('dirty')
  // The first claim ends with the shoot.
  const open = (await openClaims(world)).map(claim => claim.replace(/ (active|reserved)$/, ' held'))
  expect(open.toSorted()).toEqual(['a held', 'a releasing'])
})

test('a re-created Cluster waits for the shoot of its predecessor, and takes nothing of it', async () => {
  const { world, veil, shoot, cluster } = await clusters()
  await world.create('b', FREE)
  await veil.hide(async () => {
    await tearOut(world, CLUSTERS, 'example')
    await world.cluster('example')
  })
  const waiting = await world.seenCluster(
    'example',
    each => reasonOf(each, 'SubscriptionReady') === 'SubscriptionRefused',
  )
  expect(waiting.metadata.uid).not.toBe(cluster.metadata.uid)
  expect(await shootsOf(world)).toEqual([shoot])
  // Only a person knows that the shoot may be deleted.
  await deleteShoot(world, shoot)
  await waitUntil(async () => {
    await sweep(world)
    return isReady((await world.readCluster('example')) ?? waiting)
  })
  expect((await world.shootOf('example'))?.spec?.credentialsBindingName).toBe('b')
  expect(await world.labels('a')).toMatchObject({ tenantName: 't-1', dirty: 'true' })
  expect(await openClaims(world)).toEqual([expect.stringMatching(/^b /)])
})

test('a Cluster that was changed and deleted leaves nothing', async () => {
  const { world, veil } = await clusters()
  await veil.hide(async () => {
    await world.editCluster('example', { infrastructure: { autoScalerMax: 9 } })
    await world.removeCluster('example')
  })
  await waitUntil(async () => {
    await sweep(world)
    return (await world.readCluster('example')) === null
  })
  expect(await shootsOf(world)).toEqual([])
  expect(await world.claims()).toEqual(['a released'])
})
