import { describe, expect, onTestFinished, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { HELD } from '#lib/hap/pools/labels.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { bindingObject } from './account-objects.ts'
import { CALLER, FREE, type World, world } from './claim-world.ts'
import { recreate } from './recreate.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

const OWNED = { ...FREE, tenantName: 't-1' }

/** Whether the inventory of the service has this object under its name. */
function isSeen({ inventory, namespace }: World, { metadata }: KubeObject): boolean {
  return inventory.binding(`CredentialsBinding/${namespace}/${metadata?.name}`)?.uid === metadata?.uid
}

/** Creates a binding of the account of `secret`, by default a free one. */
function addBinding(
  { admin, namespace }: World,
  name: string,
  secret: string,
  { labels = FREE, annotations = {} }: Pick<NonNullable<KubeObject['metadata']>, 'labels' | 'annotations'> = {},
): Promise<KubeObject> {
  const { metadata, ...object } = bindingObject(namespace, name, labels, secret)
  const { uid: _, ...withoutUid } = metadata
  const made = { ...object, metadata: { ...withoutUid, annotations } }
  return admin.create<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace }, made)
}

/** Rejects only when the signal aborts. */
function never(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

describe('releasing a claim', () => {
  test('does not touch a binding of another account that now has the name', async () => {
    const it = await world({ a: FREE })
    it.add('b', FREE, [])
    const { claim: old } = await it.claim(awsRequest('t-1'), 'old')
    const again = await recreate(it, 'a', 'b')
    await waitUntil(() => isSeen(it, again))
    const { claim: young } = await it.claim(awsRequest('t-1'), 'young')
    expect(young).toMatchObject({ status: 'reserved', binding: { name: 'a' }, bindingUid: again.metadata?.uid })
    expect((await it.service.release(old.id, CALLER)).claim).toMatchObject({
      status: 'released',
      message: expect.stringContaining('no longer exists'),
    })
    expect((await it.labels('a')).dirty).toBeUndefined()
    expect((await it.service.get(young.id)).claim.status).toBe('reserved')
  })

  test('marks a binding dirty that was restored from a time before the claim, so that no tenant gets it uncleaned', async () => {
    const it = await world({ a: FREE })
    const { claim: old } = await it.claim(awsRequest('t-1'), 'old')
    const restored = await recreate(it, 'a', 'a')
    await waitUntil(() => isSeen(it, restored))
    expect((await it.service.release(old.id, CALLER)).claim).toMatchObject({
      status: 'released',
      message: 'The account was marked dirty.',
    })
    expect(await it.labels('a')).toMatchObject({ dirty: 'true' })
  })

  test('does not mark another binding that the watch still shows on the account', async () => {
    const it = await world({})
    it.add('a', FREE, ['a-1', 'a-2'])
    it.add('b', FREE, [])
    const { service, stop } = await serviceOn({
      ...it,
      access: accessBy(it.garden.kubeconfig('admin')),
      holder: 'late',
      rules: () => testRules(undefined, null),
      followed: client => ({ ...client, watch: (_, { signal }) => never(signal) }),
    })
    onTestFinished(stop)
    const { claim } = await it.claim(awsRequest('t-1'), 'k1', service)
    const own = claim.binding?.name ?? ''
    const other = own === 'a-1' ? 'a-2' : 'a-1'
    await recreate(it, other, 'b')
    expect((await service.release(claim.id, CALLER)).claim.message).toBe('The account was marked dirty.')
    expect((await it.labels(own)).dirty).toBe('true')
    expect((await it.labels(other)).dirty).toBeUndefined()
  })

  test('marks a recreated binding of the same account, which stays in doubt', async () => {
    const it = await world({ a: FREE })
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    const again = await recreate(it, 'a', 'a', OWNED)
    await waitUntil(() => isSeen(it, again))
    expect((await it.service.release(claim.id, CALLER)).claim.message).toBe('The account was marked dirty.')
    const { metadata } = await it.admin.get<KubeObject>({
      resource: CREDENTIALS_BINDINGS,
      namespace: it.namespace,
      name: 'a',
    })
    expect(metadata?.labels).toMatchObject({ dirty: 'true', tenantName: 't-1' })
    expect(metadata?.annotations?.[ANNOTATIONS.uid]).not.toBe(metadata?.uid)
  })

  test.each([
    ['the same account', 'a', 'The account was marked dirty.', 'true'],
    ['another account', 'b', 'a binding of another account now has this name', undefined],
  ])('decides again when its binding is recreated for %s just before the write', async (_, secret, message, dirty) => {
    const it = await world({ a: FREE })
    it.add('b', FREE, [])
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    let again: KubeObject | null = null
    const { service, inventory, stop } = await serviceOn({
      ...it,
      access: accessBy(it.garden.kubeconfig('admin')),
      holder: 'late',
      rules: () => testRules(undefined, null),
      harmed: client => ({
        ...client,
        patch: async (...args) => {
          again ??= await recreate(it, 'a', secret, OWNED)
          return client.patch(...args)
        },
      }),
    })
    onTestFinished(stop)
    expect((await service.release(claim.id, CALLER)).claim.status).toBe('releasing')
    await waitUntil(() => again !== null && isSeen({ ...it, inventory }, again))
    await service.sweep()
    expect((await service.get(claim.id)).claim).toMatchObject({
      status: 'released',
      message: expect.stringContaining(message),
    })
    expect((await it.labels('a')).dirty).toBe(dirty)
  })

  test('reports a binding that no longer exists', async () => {
    const it = await world({ a: FREE })
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    await it.admin.delete({ resource: CREDENTIALS_BINDINGS, namespace: it.namespace, name: 'a' })
    const waits = await it.service.release(claim.id, CALLER)
    expect(waits.claim).toMatchObject({ status: 'releasing', message: expect.stringContaining('does not exist') })
    await it.store.db
      .$executeRaw`UPDATE claim SET released_at = released_at - interval '2 hours' WHERE id = ${claim.id}`
    await it.service.sweep()
    expect((await it.service.get(claim.id)).claim).toMatchObject({
      status: 'released',
      message: expect.stringContaining('no longer exists'),
    })
  })

  test('marks the other bindings of the account when a binding of another account has the name', async () => {
    const it = await world({ a: FREE })
    it.add('b', FREE, [])
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    const again = await recreate(it, 'a', 'b', OWNED)
    const other = await addBinding(it, 'y', 'a')
    await waitUntil(() => isSeen(it, again) && isSeen(it, other))
    expect((await it.service.release(claim.id, CALLER)).claim).toMatchObject({
      status: 'released',
      message: expect.stringContaining('The other bindings of the account were marked dirty.'),
    })
    expect((await it.labels('y')).dirty).toBe('true')
    expect((await it.labels('a')).dirty).toBeUndefined()
  })

  test('marks the other bindings of the account next to one that is clean and waits for them', async () => {
    const it = await world({ a: FREE })
    it.add('b', FREE, [])
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    const again = await recreate(it, 'a', 'b', OWNED)
    const clean = await addBinding(it, 'z', 'a', {
      labels: { hyperscalerType: 'aws', dirty: HELD, internal: 'true' },
      annotations: { [ANNOTATIONS.hold]: 'Clean; waits for the other bindings of its account.' },
    })
    const other = await addBinding(it, 'y', 'a')
    await waitUntil(() => [again, clean, other].every(each => isSeen(it, each)))
    await it.service.release(claim.id, CALLER)
    expect((await it.labels('y')).dirty).toBe('true')
    expect((await it.labels('z')).dirty).toBe(HELD)
  })

  test('marks the other bindings of the account when its binding stays deleted for an hour', async () => {
    const it = await world({ a: FREE })
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    await it.admin.delete({ resource: CREDENTIALS_BINDINGS, namespace: it.namespace, name: 'a' })
    const other = await addBinding(it, 'y', 'a')
    await waitUntil(() => isSeen(it, other))
    await it.service.release(claim.id, CALLER)
    expect((await it.labels('y')).dirty).toBeUndefined()
    await it.store.db
      .$executeRaw`UPDATE claim SET released_at = released_at - interval '2 hours' WHERE id = ${claim.id}`
    await it.service.sweep()
    expect((await it.service.get(claim.id)).claim).toMatchObject({
      status: 'released',
      message: expect.stringContaining('The other bindings of the account were marked dirty.'),
    })
    expect((await it.labels('y')).dirty).toBe('true')
  })

  test('matches a claim without a uid to its binding while account and labels agree', async () => {
    const it = await world({ a: FREE, b: FREE })
    const { claim: own } = await it.claim(awsRequest('t-1'), 'k1')
    const { claim: foreign } = await it.claim(awsRequest('t-2'), 'k2')
    const { store } = it
    await store.db.$executeRaw`UPDATE claim SET binding_uid = NULL`
    await store.db.$executeRaw`UPDATE claim SET account = 'Secret/other/x' WHERE id = ${foreign.id}`
    expect((await it.service.release(own.id, CALLER)).claim.message).toBe('The account was marked dirty.')
    expect((await it.labels(own.binding?.name ?? '')).dirty).toBe('true')
    expect((await it.service.release(foreign.id, CALLER)).claim.message).toMatch(/no longer exists/)
    expect((await it.labels(foreign.binding?.name ?? '')).dirty).toBeUndefined()
  })
})

test('a release waits while the landscape pauses', async () => {
  const it = await world({ a: FREE })
  const { claim } = await it.claim(awsRequest('t-1'), 'k1')
  let paused: string | null = 'The landscape was restored.'
  const { service, stop } = await serviceOn({
    ...it,
    access: accessBy(it.garden.kubeconfig('admin')),
    holder: 'paused',
    rules: () => testRules(undefined, null),
    change: { pause: () => paused },
  })
  onTestFinished(stop)
  expect((await service.release(claim.id, CALLER)).claim).toMatchObject({ status: 'releasing', message: paused })
  await service.sweep()
  expect((await it.labels('a')).dirty).toBeUndefined()
  paused = null
  await service.sweep()
  expect((await service.get(claim.id)).claim.message).toBe('The account was marked dirty.')
})

describe('recovery of an interrupted claim', () => {
  const interrupt = ({ store }: World) =>
    store.db.$executeRaw`UPDATE claim SET status = 'intent', epoch = NULL, reserved_at = NULL, holder = 'dead',
      lease_until = clock_timestamp() - interval '1 minute'`

  test('writes nothing to a binding of another account that now has the name', async () => {
    const it = await world({ a: FREE })
    it.add('b', FREE, [])
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    await recreate(it, 'a', 'b')
    await interrupt(it)
    await it.service.sweep()
    expect((await it.service.get(claim.id)).claim.status).toBe('failed')
    expect(await it.labels('a')).toEqual({ ...FREE, epoch: '0', 'provider.extensions.gardener.cloud/aws': 'true' })
  })

  test('does not trust the selection annotation of a recreated binding', async () => {
    const it = await world({ a: FREE })
    const { claim } = await it.claim(awsRequest('t-1'), 'k1')
    const place = { resource: CREDENTIALS_BINDINGS, namespace: it.namespace }
    const { metadata } = await it.admin.get<KubeObject>({ ...place, name: 'a' })
    await it.admin.delete({ ...place, name: 'a' })
    const object = bindingObject(it.namespace, 'a', OWNED)
    const { name, namespace, labels } = object.metadata
    await it.admin.create(place, {
      ...object,
      metadata: { name, namespace, labels, annotations: metadata?.annotations ?? {} },
    })
    await interrupt(it)
    await it.service.sweep()
    expect((await it.service.get(claim.id)).claim.status).toBe('failed')
    expect(await it.labels('a')).toMatchObject({ tenantName: 't-1' })
  })
})

test('clearing the binding of a claim also clears its uid', async () => {
  const { claim, store } = await world({ a: FREE, b: FREE })
  const { claim: one } = await claim(awsRequest('t-1'), 'k1')
  const uid = async () => (await store.db.claim.findUniqueOrThrow({ where: { id: one.id } })).bindingUid
  expect(await uid()).toBe(one.bindingUid)
  await store.db.$executeRaw`UPDATE claim SET binding_name = NULL WHERE id = ${one.id}`
  expect(await uid()).toBeNull()
  await store.db.$executeRaw`UPDATE claim SET binding_name = 'x', binding_uid = 'u' WHERE id = ${one.id}`
  expect(await uid()).toBe('u')
})
