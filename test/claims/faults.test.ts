import { describe, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { STORAGE } from '../garden/live-garden.ts'
import { waitUntil } from '../kit/wait.ts'
import { bindingObject } from './account-objects.ts'
import { FREE, SHARED, world } from './claim-world.ts'
import { startCrashingService } from './crashing-service.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

const lose = (times: number) => ({
  match: { verb: 'patch', userAgent: 'hap-console/claims' },
  times,
  mishap: { type: 'lose-answer' as const },
})

describe('failing writes', () => {
  test('skips a binding that another client took', async () => {
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
    'a %s whose response is lost after the commit lands once',
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
  ] as const)('%j is retried', async mishap => {
    const { garden, claim } = await world({ a: FREE })
    garden.faults.add({ match: { verb: 'patch', userAgent: 'hap-console/claims' }, times: 3, mishap })
    expect((await claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({ status: 'reserved', outcome: 'claim' })
  })

  test('skips an account whose credentials are missing', async () => {
    const { garden, claim, namespace, inventory } = await world({ b: FREE })
    garden.services.store.put(STORAGE.bindings, bindingObject(namespace, 'a', FREE))
    await waitUntil(() => inventory.pools.size === 2)
    const answers = await Promise.all(['t-1', 't-2'].map(tenant => claim(awsRequest(tenant), tenant)))
    expect(answers.map(({ claim: { status } }) => status).toSorted()).toEqual(['reserved', 'waiting'])
  })
})

describe('an own account with an open claim of another tenant', () => {
  const FAILED = {
    status: 503,
    retryAfter: 60,
    message: expect.stringMatching(/^The account of a belongs to .+ Release that claim/),
  }

  /** Account x was assigned to t-2; then its claim is changed to account a. */
  async function worldWithForeignClaim() {
    const one = await world({ x: FREE })
    await one.claim(awsRequest('t-2'), 'k2')
    await one.store.db.$executeRaw`
      UPDATE claim SET account = ${`Secret/${one.namespace}/a`}, binding_name = 'a' WHERE tenant = 't-2'`
    return one
  }

  test('is reported immediately, and no other account is taken', async () => {
    const { claim, create, service, inventory } = await worldWithForeignClaim()
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

  test('does not block later claims', async () => {
    const { claim, create, service, errors, inventory } = await worldWithForeignClaim()
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

describe('an interrupted claim', () => {
  async function interruptedWorld(point: string) {
    const one = await world({ a: FREE, b: FREE })
    const dying = await startCrashingService(one, point)
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
    // A retry with the same key gets exactly one account.
    expect((await claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({ id: found?.id, status: 'reserved' })
    const after = [(await labels('a')).tenantName, (await labels('b')).tenantName]
    expect(after.filter(owner => owner !== undefined)).toEqual(['t-1'])
  })

  test('with an unwritable binding fails once no write can be in flight, regardless of the age of the claim', async () => {
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

  test('that cannot be read does not prevent the recovery of others', async () => {
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

  test('does not prevent the tenant from claiming once its lease has expired', async () => {
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
