import { expect, onTestFinished, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { observeBindings, snapshotOf } from '#lib/store/states/binding-states.ts'
import { accessBy } from '../garden/access-by.ts'
import { STORAGE } from '../garden/live-garden.ts'
import { QUICK } from '../kit/clock.ts'
import { waitUntil } from '../kit/wait.ts'
import { bindingObject } from './account-objects.ts'
import { CALLER, FREE, type World, world } from './claim-world.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

const OWNED = { ...FREE, tenantName: 't-1' }

/** A landscape with SecretBindings and their Secrets, and a process that has read it. */
async function worldBefore(secretBindings: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const one = await world({})
  const { namespace } = one
  for (const [name, labels] of Object.entries(secretBindings)) {
    const metadata = { name, namespace, uid: `uid-${name}` }
    one.garden.loadAll([
      { apiVersion: 'v1', kind: 'Secret', metadata },
      {
        apiVersion: 'core.gardener.cloud/v1beta1',
        kind: 'SecretBinding',
        metadata: { ...metadata, labels: { ...labels } },
        provider: { type: 'aws' },
        secretRef: { name, namespace },
      },
    ])
  }
  return { one, ...(await follower(one)) }
}

/** A process that watches the landscape, whose watches of SecretBindings end when Gardener is upgraded. */
async function follower({ garden, namespace, store, errors }: World) {
  const upgraded = Promise.withResolvers<void>()
  const followed = (client: GardenClient): GardenClient => ({
    ...client,
    async watch<T extends KubeObject>(...given: Parameters<GardenClient['watch']>) {
      const events = await client.watch<T>(...given)
      if (given[0].resource.kind !== 'SecretBinding') return events
      void upgraded.promise.then(() => events.return(undefined))
      return (async function* () {
        await upgraded.promise
        yield* []
      })()
    },
  })
  const running = await serviceOn({
    access: accessBy(garden.kubeconfig('admin')),
    namespace,
    store,
    holder: 'p0',
    rules: () => testRules(),
    errors,
    followed,
    timing: { sleep: QUICK.sleep },
  })
  onTestFinished(() => {
    upgraded.resolve()
    return running.stop()
  })
  return {
    ...running,
    /** Makes the server respond to the kind like to an unknown one. */
    async upgrade() {
      const notFound = { type: 'status', status: 404, text: '404 page not found\n' } as const
      garden.faults.add({ match: { resource: STORAGE.secretBindings }, times: 0, mishap: notFound })
      onTestFinished(() => garden.faults.clear())
      upgraded.resolve()
      await waitUntil(() => !running.inventory.isServed('SecretBinding'))
    },
  }
}

test('does not assign a free account with only a SecretBinding once Gardener does not serve the kind', async () => {
  const { one, service, upgrade } = await worldBefore({ old: FREE })
  await upgrade()
  await one.create('new', FREE)
  const claim = async (tenant: string, key: string) => (await one.claim(awsRequest(tenant), key, service)).claim
  expect(await claim('t-2', 'k1')).toMatchObject({ status: 'reserved', binding: { name: 'new' } })
  expect((await claim('t-3', 'k2')).status).toBe('waiting')
})

test.each(['in the same process', 'in a process that begins later'])(
  'assigns no second account to a tenant whose only binding is not served, %s',
  async where => {
    const { one, inventory, upgrade, ...before } = await worldBefore({ old: OWNED })
    const present = [...inventory.pools.values()].map(each => snapshotOf(each, 0))
    await observeBindings(one.store, { present, gone: [], at: new Date() })
    await upgrade()
    await one.create('new', FREE)
    const { service } = where === 'in the same process' ? before : await one.start('p2')
    await expect(one.claim(awsRequest('t-1'), 'k1', service)).rejects.toMatchObject({ status: 503 })
    expect((await one.claim(awsRequest('t-2'), 'k2', service)).claim).toMatchObject({ binding: { name: 'new' } })
  },
)

test('a labelled CredentialsBinding of the same account replaces the SecretBinding', async () => {
  const { one, service, inventory, upgrade } = await worldBefore({ old: OWNED })
  await upgrade()
  one.garden.services.store.put(STORAGE.bindings, bindingObject(one.namespace, 'successor', OWNED, 'old'))
  await waitUntil(() => [...inventory.bindings()].map(({ name }) => name).join() === 'successor')
  const { claim } = await one.claim(awsRequest('t-1'), 'k1', service)
  expect(claim).toMatchObject({ outcome: 'reuse', binding: { kind: 'CredentialsBinding', name: 'successor' } })
})

test('a release waits until a CredentialsBinding has the labels of the owner', async () => {
  const { one, service, inventory, upgrade } = await worldBefore({ old: FREE })
  const { claim: first } = await one.claim(awsRequest('t-1'), 'k1', service)
  expect(first).toMatchObject({ outcome: 'claim', binding: { kind: 'SecretBinding', name: 'old' } })
  await upgrade()
  const released = await service.release(first.id, CALLER)
  expect(released.claim).toMatchObject({ status: 'releasing', message: expect.stringContaining('no longer serves') })
  expect([...inventory.bindings()].map(({ name, labels }) => [name, labels.dirty])).toEqual([['old', undefined]])

  const { store } = one.garden.services
  store.put(STORAGE.bindings, bindingObject(one.namespace, 'successor', OWNED, 'old'))
  await waitUntil(() => [...inventory.bindings()].map(({ name }) => name).join() === 'successor')
  await one.store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'`
  await service.sweep()
  expect((await service.get(first.id)).claim.status).toBe('released')
  expect(await one.labels('successor')).toMatchObject({ dirty: 'true', tenantName: 't-1' })
})

test('a tenant with claims on it continues with the CredentialsBinding that replaces it', async () => {
  const { one, service, inventory, upgrade } = await worldBefore({ old: FREE })
  await one.claim(awsRequest('t-1'), 'k1', service)
  await upgrade()
  one.garden.services.store.put(STORAGE.bindings, bindingObject(one.namespace, 'successor', OWNED, 'old'))
  await waitUntil(() => [...inventory.bindings()].map(({ name }) => name).join() === 'successor')
  const { claim } = await one.claim(awsRequest('t-1'), 'k2', service)
  expect(claim).toMatchObject({ outcome: 'reuse', binding: { name: 'successor' } })
})

test('assigns no second account to a tenant whose only account was migrated without labels until they are set', async () => {
  const one = await world({ other: FREE })
  const { namespace, inventory } = one
  const { claim: first } = await one.claim(awsRequest('t-1'), 'k1')
  expect(first.binding?.name).toBe('other')
  // The state that Gardener leaves once the claimed SecretBinding is deleted.
  const { store } = one.garden.services
  const moved = bindingObject(namespace, 'force-migrated-other', {}, 'other')
  store.put(STORAGE.bindings, moved)
  const before = store.get(STORAGE.bindings, namespace, 'other')
  if (before) store.remove(STORAGE.bindings, before)
  await one.create('new', FREE)
  const names = () =>
    [...inventory.bindings()]
      .map(({ name }) => name)
      .toSorted()
      .join()
  await waitUntil(() => names() === 'force-migrated-other,new')
  await expect(one.claim(awsRequest('t-1'), 'k2')).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('set hyperscalerType=aws tenantName=t-1'),
  })
  store.put(STORAGE.bindings, { ...moved, metadata: { ...moved.metadata, labels: OWNED } })
  await waitUntil(() => inventory.bindingsOfTenant('t-1').length === 1)
  const { claim } = await one.claim(awsRequest('t-1'), 'k3')
  expect(claim).toMatchObject({ outcome: 'reuse', binding: { name: 'force-migrated-other' } })
})
