import { describe, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { STORAGE } from '../garden/live-garden.ts'
import { waitUntil } from '../kit/wait.ts'
import { bindingObject } from './account-objects.ts'
import { FREE, SHARED, world } from './claim-world.ts'
import { dyingAt } from './dying.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

const lose = (times: number) => ({
  match: { verb: 'patch', userAgent: 'hap-console/claims' },
  times,
  mishap: { type: 'lose-answer' as const },
})

describe('writes that go wrong', () => {
  test('a binding that somebody else took is passed over', async () => {
    const { garden, admin, claim, namespace, labels } = await world({ a: FREE, b: FREE })
    const place = (name: string) => ({ resource: CREDENTIALS_BINDINGS, namespace, name })
    garden.faults.add({ match: { verb: 'watch' }, times: 0, mishap: { type: 'stall-watch' } })
    for (const name of ['a', 'b']) {
      const { metadata } = await admin.get<KubeObject>(place(name))
      const change = name === 'a' ? { labels: { tenantName: 't-keb' } } : { labels: { other: 'x' } }
      await admin.patch(place(name), { metadata: change }, { resourceVersion: metadata?.resourceVersion ?? '' })
    }
    garden.faults.clear()
    expect((await claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({ status: 'reserved', binding: { name: 'b' } })
    expect(await labels('a')).toMatchObject({ tenantName: 't-keb' })
  })

  test.each(['claim', 'reuse', 'shared'] as const)(
    'a %s whose answer is lost after the commit has landed once',
    async kind => {
      const { garden, claim, labels } = await world({
        a: kind === 'shared' ? SHARED : FREE,
        b: kind === 'shared' ? {} : FREE,
      })
      const request = kind === 'shared' ? trialRequest('t-1') : awsRequest('t-1')
      if (kind === 'reuse') await claim(request, 'k0')
      garden.faults.add(lose(1))
      const { claim: done } = await claim(request, 'k1')
      expect(done).toMatchObject({ status: 'reserved', outcome: kind })
      const { epoch } = await labels(done.binding?.name ?? '')
      expect(Number(epoch)).toBe(done.epoch)
    },
  )

  test.each([
    { type: 'status', status: 429, retryAfterSeconds: 0 },
    { type: 'status', status: 409, reason: 'Conflict' },
    { type: 'status', status: 500 },
    { type: 'status', status: 503, text: 'the server is currently unable to handle the request' },
    { type: 'reset' },
  ] as const)('%j is no reason to fail', async mishap => {
    const { garden, claim } = await world({ a: FREE })
    garden.faults.add({ match: { verb: 'patch', userAgent: 'hap-console/claims' }, times: 3, mishap })
    expect((await claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({ status: 'reserved', outcome: 'claim' })
  })

  test('an account whose credentials are gone is passed over', async () => {
    const { garden, claim, namespace, inventory } = await world({ b: FREE })
    garden.services.store.put(STORAGE.bindings, bindingObject(namespace, 'a', FREE))
    await waitUntil(() => inventory.pools.size === 2)
    const answers = await Promise.all(['t-1', 't-2'].map(tenant => claim(awsRequest(tenant), tenant)))
    expect(answers.map(({ claim: { status } }) => status).toSorted()).toEqual(['reserved', 'waiting'])
  })
})

describe('an own account on which a claim of another tenant is open', () => {
  const FAILED = {
    status: 503,
    retryAfter: 60,
    message: expect.stringMatching(/^The account of a belongs to .+ Release that claim/),
  }

  /** Account x was given to t-2, whose claim then says that it was a. */
  async function strangeWorld() {
    const one = await world({ x: FREE })
    await one.claim(awsRequest('t-2'), 'k2')
    await one.store.db.$executeRaw`
      UPDATE claim SET account = ${`Secret/${one.namespace}/a`}, binding_name = 'a' WHERE tenant = 't-2'`
    return one
  }

  test('is told at once, and no other is taken', async () => {
    const { claim, create, service, inventory } = await strangeWorld()
    await create('a', { ...FREE, tenantName: 't-1' })
    await create('b', FREE)
    await waitUntil(() => inventory.pools.size === 3)
    await expect(claim(awsRequest('t-1'), 'k1')).rejects.toMatchObject(FAILED)
    const { claims } = await service.list({ tenant: 't-1', offset: 0, limit: 1 })
    expect(claims).toMatchObject([{ status: 'failed', account: null }])
    expect(await service.preview(awsRequest('t-1'))).toMatchObject({
      foreseen: { kind: 'refuse', message: FAILED.message },
    })
  })

  test('keeps nobody waiting who came later', async () => {
    const { claim, create, service, errors, inventory } = await strangeWorld()
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    const { claim: second } = await claim(awsRequest('t-3'), 'k3')
    expect([first.status, second.status]).toEqual(['waiting', 'waiting'])
    await create('a', { ...FREE, tenantName: 't-1' })
    await create('b', FREE)
    await waitUntil(() => inventory.pools.size === 3)
    await service.processQueue(null)
    expect((await service.get(first.id)).claim).toMatchObject({ status: 'failed', message: FAILED.message })
    expect((await service.get(second.id)).claim).toMatchObject({ status: 'reserved', binding: { name: 'b' } })
    expect(errors).toMatchObject([FAILED])
  })
})

describe('what was interrupted', () => {
  async function interruptedWorld(point: string) {
    const one = await world({ a: FREE, b: FREE })
    const dying = await dyingAt(one, point)
    void one.claim(awsRequest('t-1'), 'k1', dying.service)
    return { ...one, ended: dying.ended }
  }

  test.each([
    ['after-arrival', 'failed', undefined],
    ['after-slot', 'failed', undefined],
    ['after-intent', 'failed', undefined],
    ['after-write', 'reserved', 't-1'],
  ])('%s ends up %s', async (point, status, tenant) => {
    const { service, store, claim, labels, ended, inventory } = await interruptedWorld(point)
    await ended()
    if (tenant !== undefined) await waitUntil(() => inventory.bindingsOfTenant(tenant).length === 1)
    const expected = point === 'after-arrival' || point === 'after-slot' ? 'pending' : 'intent'
    expect(await store.db.claim.count({ where: { status: expected } })).toBe(1)
    await store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'`
    await store.db.$executeRaw`UPDATE tenant_slot SET lease_until = clock_timestamp() - interval '1 second'`
    await service.sweep()
    const [found] = (await service.list({ offset: 0, limit: 1 })).claims
    expect(found).toMatchObject({ status })
    const owners = [(await labels('a')).tenantName, (await labels('b')).tenantName]
    expect(owners.filter(owner => owner !== undefined)).toEqual(tenant === undefined ? [] : [tenant])
    // Whoever asks again with the same key gets an account, and one only.
    expect((await claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({ id: found?.id, status: 'reserved' })
    const after = [(await labels('a')).tenantName, (await labels('b')).tenantName]
    expect(after.filter(owner => owner !== undefined)).toEqual(['t-1'])
  })

  test('and whose binding cannot be written is let go once no write of it is on its way, however old the claim is', async () => {
    const { garden, service, store } = await interruptedWorld('after-intent')
    await waitUntil(async () => (await store.db.claim.count({ where: { status: 'intent' } })) === 1)
    const refusal = { type: 'status', status: 403, reason: 'Forbidden' } as const
    garden.faults.add({ match: { verb: 'patch', userAgent: 'hap-console/claims' }, times: 2, mishap: refusal })
    const past = (seconds: number) => Prisma.sql`clock_timestamp() - ${seconds}::int * interval '1 second'`
    await store.db.$executeRaw`UPDATE claim SET lease_until = ${past(1)}, created_at = ${past(3600)}`
    await service.sweep()
    expect((await store.db.claim.findFirstOrThrow()).status).toBe('intent')
    await store.db.$executeRaw`UPDATE claim SET intent_at = ${past(121)}`
    await service.sweep()
    expect((await store.db.claim.findFirstOrThrow()).status).toBe('failed')
  })

  test('and cannot be looked at does not keep others from being put right', async () => {
    const { service, store, errors, claim, start } = await world({ a: FREE, b: FREE, c: FREE })
    const { claim: odd } = await claim(awsRequest('t-1'), 'k1')
    const { claim: other } = await claim(awsRequest('t-2'), 'k2')
    await store.db.$executeRaw`UPDATE claim SET status = 'intent', reserved_at = NULL`
    await store.db.$executeRaw`UPDATE claim SET binding_kind = 'Nothing' WHERE id = ${odd.id}`
    await service.sweep()
    await (await start('p2')).service.sweep()
    expect((await service.get(other.id)).claim.status).toBe('reserved')
    expect((await service.get(odd.id)).claim.status).toBe('intent')
    expect(errors.length).toBeGreaterThan(0)
  })

  test('does not keep the tenant from claiming once its lease has run out', async () => {
    const { store, claim, labels, ended, inventory } = await interruptedWorld('after-write')
    await ended()
    await waitUntil(() => inventory.bindingsOfTenant('t-1').length === 1)
    expect(await store.db.claim.count({ where: { status: 'intent' } })).toBe(1)
    await store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'`
    await store.db.$executeRaw`UPDATE tenant_slot SET lease_until = clock_timestamp() - interval '1 second'`
    expect((await claim(awsRequest('t-1'), 'k2')).claim).toMatchObject({ status: 'reserved', outcome: 'reuse' })
    expect(await store.db.claim.count({ where: { status: 'reserved' } })).toBe(2)
    const owners = [(await labels('a')).tenantName, (await labels('b')).tenantName]
    expect(owners.filter(owner => owner !== undefined)).toEqual(['t-1'])
  })
})
