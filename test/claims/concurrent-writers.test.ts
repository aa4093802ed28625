import { describe, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import { holdChange, unholdChange } from '#lib/hap/lifecycle/hold.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'
import { waitUntil } from '../kit/wait.ts'
import { accountObjects, shootObject } from './account-objects.ts'
import { CALLER, FREE, SHARED, type World, world } from './claim-world.ts'
import { startCrashingService } from './crashing-service.ts'
import { awsRequest } from './schedules/test-rules.ts'

/** Writes a binding without the console. */
async function write({ admin, namespace }: World, name: string, change: Partial<BindingChange>): Promise<void> {
  const place = { resource: CREDENTIALS_BINDINGS, namespace, name }
  const { metadata } = await admin.get<KubeObject>(place)
  await admin.patch(place, { metadata: change }, { resourceVersion: metadata?.resourceVersion ?? '' })
}

/** A binding in the inventory of the first process. */
function bindingOf({ inventory, namespace }: World, name: string) {
  const binding = inventory.binding(bindingKey({ kind: 'CredentialsBinding', namespace, name }))
  if (!binding) throw new Error(`${name} is not there`)
  return binding
}

describe('a free account with a shoot', () => {
  test('is assigned only to the global account of the shoot', async () => {
    const { shoot, start, claim, store } = await world({ a: FREE })
    shoot('c-1', 'a', 't-2')
    const { service } = await start('p2')
    const { foreseen } = await service.preview(awsRequest('t-1'))
    expect(foreseen.kind).toBe('wait')
    const { claim: waiting } = await claim(awsRequest('t-1'), 'k1', service)
    expect(waiting.status).toBe('waiting')
    const kept = (await readGrounds(store.db, waiting.id))?.reasoning
    expect(kept?.passedOver).toEqual([])
    expect(kept?.steps.flatMap(step => step.candidates)).toMatchObject([
      { name: 'a', reason: 'in-use', words: 'a cluster of t-2 runs on its account' },
    ])
    const { claim: own } = await claim(awsRequest('t-2'), 'k2', service)
    expect(own).toMatchObject({ status: 'reserved', binding: { name: 'a' } })
  })
})

test('assigns an account whose other binding was recreated after a released claim, with a new epoch', async () => {
  const { add, claim, start, store, namespace } = await world({})
  add('a', FREE, ['a', 'twin'])
  const { service } = await start('p2')
  for (const name of ['a', 'twin'])
    await store.db.claim.create({
      data: {
        id: `of-${name}`,
        idempotencyKey: `of-${name}`,
        requestHash: 'hash',
        request: {},
        tenant: 't-2',
        status: 'released',
        outcome: 'claim',
        account: `Secret/${namespace}/a`,
        bindingKind: 'CredentialsBinding',
        bindingNamespace: namespace,
        bindingName: name,
        epoch: 7n,
        releasedAt: new Date(),
        actor: 'keb',
      },
    })
  const { claim: given } = await claim(awsRequest('t-1'), 'k1', service)
  expect(given).toMatchObject({ status: 'reserved', account: `Secret/${namespace}/a` })
})

describe('between the write of a claim and its response', () => {
  async function interrupted(): Promise<World> {
    const one = await world({ a: FREE })
    const dying = await startCrashingService(one, 'after-write')
    void one.claim(awsRequest('t-1'), 'k1', dying.service)
    await dying.ended()
    await waitUntil(() => bindingOf(one, 'a').labels.tenantName === 't-1')
    return one
  }

  async function recover({ store, service }: World): Promise<string> {
    await store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'`
    await store.db.$executeRaw`UPDATE tenant_slot SET lease_until = clock_timestamp() - interval '1 second'`
    await service.sweep()
    const [found] = (await service.list({ offset: 0, limit: 1 })).claims
    return `${found?.status}: ${found?.message}`
  }

  test('an account put on hold is reverted, and the hold remains', async () => {
    const one = await interrupted()
    await write(one, 'a', holdChange(bindingOf(one, 'a'), { reason: 'audit', until: null }, Date.now()))
    expect(await recover(one)).toBe('failed: a was taken out of use before the claim was answered.')
    expect(await one.labels('a')).toMatchObject({ dirty: 'held' })
    expect((await one.labels('a')).tenantName).toBeUndefined()
    await waitUntil(() => bindingOf(one, 'a').labels.tenantName === undefined)
    await write(one, 'a', unholdChange(bindingOf(one, 'a'), Date.now()))
    await waitUntil(() => bindingOf(one, 'a').labels.dirty === undefined)
    expect((await one.claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({
      status: 'reserved',
      binding: { name: 'a' },
    })
  })

  test('an account marked dirty remains dirty', async () => {
    const one = await interrupted()
    await write(one, 'a', { labels: { dirty: 'true' } })
    expect(await recover(one)).toBe('failed: a was taken out of use before the claim was answered.')
    expect(await one.labels('a')).toMatchObject({ dirty: 'true', tenantName: 't-1' })
    expect((await one.claim(awsRequest('t-1'), 'k1')).claim.status).toBe('waiting')
  })
})

describe('a release', () => {
  test('completes after a hold of its account', async () => {
    const one = await world({ a: FREE })
    const { service, claim, labels } = one
    const { claim: own } = await claim(awsRequest('t-1'), 'k1')
    await waitUntil(() => bindingOf(one, 'a').labels.tenantName === 't-1')
    await write(one, 'a', holdChange(bindingOf(one, 'a'), { reason: 'audit', until: null }, Date.now()))
    expect((await service.release(own.id, CALLER)).claim.status).toBe('releasing')
    await service.sweep()
    expect((await service.get(own.id)).claim.status).toBe('releasing')
    await waitUntil(() => bindingOf(one, 'a').labels.dirty === 'held')
    await write(one, 'a', unholdChange(bindingOf(one, 'a'), Date.now()))
    await service.sweep()
    expect((await service.get(own.id)).claim).toMatchObject({
      status: 'released',
      message: 'The account was marked dirty.',
    })
    expect(await labels('a')).toMatchObject({ dirty: 'true', tenantName: 't-1' })
  })

  test('waits for the shoot of its cluster without a time limit, and marks nothing dirty', async () => {
    const { shoot, start, claim, store, labels } = await world({ a: FREE })
    const { claim: own } = await claim(awsRequest('t-1'), 'k1')
    shoot('c-1', 'a', 't-1')
    const { service } = await start('p2')
    await service.setCluster(own.id, 'c-1', CALLER)
    expect((await service.release(own.id, CALLER)).claim.status).toBe('releasing')
    await store.db.$executeRaw`UPDATE claim SET released_at = clock_timestamp() - interval '3 hours'`
    await service.sweep()
    expect((await service.get(own.id)).claim.status).toBe('releasing')
    expect((await labels('a')).dirty).toBeUndefined()
  })

  test('does not mark an account with a shoot whose SecretBinding of the same name is unreadable', async () => {
    const one = await world({ a: FREE })
    const { service, claim, garden, namespace, labels, inventory } = one
    const { claim: own } = await claim(awsRequest('t-1'), 'k1')
    garden.loadAll([shootObject(namespace, 'c-1', 'a', 't-1', 'secretBindingName')])
    expect(inventory.binding(`SecretBinding/${namespace}/a`)).toBeNull()
    expect((await service.release(own.id, CALLER)).claim.message).toBe('Other clusters use the account.')
    expect((await labels('a')).dirty).toBeUndefined()
  })

  test.each([{ tenantName: 't-9' }, { tenantName: null }])(
    'reports a binding that another writer labelled %j',
    async labels => {
      const one = await world({ a: FREE })
      const { claim: own } = await one.claim(awsRequest('t-1'), 'k1')
      await write(one, 'a', { labels })
      const { claim: over } = await one.service.release(own.id, CALLER)
      expect(over.message).toBe('Its binding no longer belongs to its global account, so it stays as it is.')
    },
  )
})

describe('the cluster of a claim', () => {
  test('must not belong to another global account, nor run on another account', async () => {
    const { shoot, start, claim, store } = await world({ a: FREE, b: { ...FREE, tenantName: 't-2' }, c: SHARED })
    shoot('c-2', 'b', 't-2')
    shoot('c-3', 'c', 't-1')
    const { service } = await start('p2')
    const { claim: own } = await claim(awsRequest('t-1'), 'k1', service)
    expect(own.binding?.name).toBe('a')
    const name = (cluster: string) => service.setCluster(own.id, cluster, CALLER)
    await expect(name('c-2')).rejects.toMatchObject({
      status: 409,
      message: 'The cluster c-2 belongs to another global account.',
    })
    await expect(name('c-3')).rejects.toMatchObject({
      status: 409,
      message: 'The cluster c-3 runs on an account other than that of the claim.',
    })
    expect((await service.get(own.id)).claim.cluster).toBeNull()
    const refused = () => listAudit(store.db, { action: 'set-cluster', outcome: 'refused' }, { limit: 5 })
    await waitUntil(async () => (await refused()).length === 2)
    expect((await name('c-1')).claim.cluster).toBe('c-1')
  })
})

describe('claims that wait while the only free account is unwritable', () => {
  test('write no audit entries in each sweep, and get another account immediately', async () => {
    const { garden, claim, create, start, store, namespace, errors } = await world({})
    for (const n of [1, 2, 3, 4, 5]) await claim(awsRequest(`t-${n}`), `k${n}`)
    // Its credentials are missing, so Gardener refuses every write.
    garden.loadAll(accountObjects(namespace, 'bad', FREE).slice(1))
    const { service, inventory } = await start('p2')
    await service.sweep()
    const lines = async () => (await listAudit(store.db, {}, { limit: 500 })).length
    const before = await lines()
    for (let turn = 0; turn < 5; turn++) await service.sweep()
    expect(await lines()).toBe(before)
    await create('good', FREE)
    await waitUntil(() => inventory.pools.size === 2)
    await service.sweep()
    const { claims } = await service.list({ statuses: ['reserved'], offset: 0, limit: 10 })
    expect(claims).toMatchObject([{ tenant: 't-1', binding: { name: 'good' } }])
    expect(errors).toEqual([])
  })
})
