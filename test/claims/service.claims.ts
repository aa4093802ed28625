import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createGarden, type Garden } from '#lib/embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, resourcePath, SECRETS } from '#lib/garden/resources/resource.ts'
import type { Limits } from '#lib/hap/lifecycle/limits.ts'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import type { Request } from '#lib/hap/request.ts'
import { adopt } from '#lib/services/adoption/adopt.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import type { Foresight } from '#lib/services/claims/foresee.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { endAdopted } from '#lib/store/claims/adopted.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { accessBy } from '../garden/access-by.ts'
import { testStore } from '../store/test-store.ts'
import { accountObjects, shootObject } from './account-objects.ts'
import { awsRequest, testRules, trialRequest } from './schedules/test-rules.ts'
import { type RunningService, serviceOn } from './service-on.ts'

const ACTOR = { name: 'olga', role: 'operator' }
const FREE = { hyperscalerType: 'aws' }
const SHARED = { hyperscalerType: 'aws', shared: 'true' }

let garden: Garden
let admin: GardenClient
let namespaces = 0

beforeAll(async () => {
  garden = await createGarden({ throttle: false, faults: true })
  admin = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'observer' })
})

afterAll(async () => {
  admin.close()
  await garden.stop()
})

interface World {
  readonly namespace: string
  readonly store: Store
  readonly service: ClaimService
  readonly errors: unknown[]
  /** Another process on the same landscape and database. */
  start(holder: string): Promise<RunningService>
  add(name: string, labels: Record<string, string>, bindings?: readonly string[]): void
  /** As add, for whoever watches already. */
  create(name: string, labels: Record<string, string>): Promise<void>
  shoot(name: string, binding: string, tenant: string): void
  labels(name: string): Promise<Record<string, string>>
  claim(request: Request, key: string, on?: ClaimService): ReturnType<ClaimService['claim']>
}

interface WorldOptions {
  readonly allowed?: readonly string[]
  readonly limits?: Limits
}

/** A namespace of its own with accounts, an empty database and a service. */
async function world(
  accounts: Readonly<Record<string, Record<string, string>>>,
  { allowed, limits }: WorldOptions = {},
): Promise<World> {
  const namespace = `garden-${++namespaces}`
  const add = (name: string, labels: Record<string, string>, bindings: readonly string[] = [name]) =>
    garden.loadAll(accountObjects(namespace, name, labels, bindings))
  garden.loadAll([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: namespace } }])
  for (const [name, labels] of Object.entries(accounts)) add(name, labels)
  const store = await testStore()
  const errors: unknown[] = []
  const rules = () => testRules(allowed, limits ?? null)
  const start = async (holder: string) => {
    const access = accessBy(garden.kubeconfig('admin'))
    const running = await serviceOn({ access, namespace, store, holder, rules, errors })
    onTestFinished(() => running.stop())
    return running
  }
  const { service } = await start('p1')
  const labels = async (name: string) => {
    const found = await admin.get<KubeObject>({ resource: CREDENTIALS_BINDINGS, namespace, name })
    return { ...found.metadata?.labels, epoch: found.metadata?.annotations?.[ANNOTATIONS.epoch] ?? '0' }
  }
  return {
    namespace,
    store,
    service,
    errors,
    start,
    add,
    shoot: (name, binding, tenant) => garden.loadAll([shootObject(namespace, name, binding, tenant)]),
    async create(name, labels) {
      const [secret, binding] = accountObjects(namespace, name, labels)
      await post(resourcePath({ resource: SECRETS, namespace }), secret)
      await post(resourcePath({ resource: CREDENTIALS_BINDINGS, namespace }), binding)
    },
    labels,
    claim: (request, key, on = service) => on.claim({ request, cluster: null, actor: ACTOR, requestId: null }, key),
  }
}

async function post(path: string, object: unknown): Promise<void> {
  const accept = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const headers = { ...accept, Authorization: `Bearer ${garden.token('admin')}` }
  const options = { method: 'POST', headers, ca: garden.caCertificate }
  await new Promise<void>((resolve, reject) => {
    const request = https.request(`${garden.url}${path}`, options, answer => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`${answer.statusCode}`))))
    })
    request.on('error', reject).end(JSON.stringify(object))
  })
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('It did not come true.')
    await sleep(20)
  }
}

const lose = (times: number) => ({
  match: { verb: 'patch', userAgent: 'hap-console/claims' },
  times,
  mishap: { type: 'lose-answer' as const },
})

describe('a dedicated account', () => {
  test('is claimed once, then reused, and each selection raises its epoch', async () => {
    const { claim, labels, service } = await world({ a: FREE })
    const first = await claim(awsRequest('t-1'), 'k1')
    expect(first).toMatchObject({ position: null, claim: { status: 'reserved', outcome: 'claim', epoch: 1 } })
    expect(await labels('a')).toMatchObject({ tenantName: 't-1', epoch: '1' })
    const second = await claim(awsRequest('t-1'), 'k2')
    expect(second).toMatchObject({ claim: { status: 'reserved', outcome: 'reuse', epoch: 2, binding: { name: 'a' } } })
    expect(await labels('a')).toMatchObject({ tenantName: 't-1', epoch: '2' })
    expect((await service.list({ tenant: 't-1', offset: 0, limit: 10 })).total).toBe(2)
  })

  test('keeps why it was given, and leaves its audit trail', async () => {
    const { claim, store } = await world({ a: FREE })
    const { claim: done } = await claim(awsRequest('t-1'), 'k1')
    const row = await store.db.claim.findUniqueOrThrow({ where: { id: done.id } })
    expect(row).toMatchObject({
      semantics: 'documented',
      rulesRevision: 'test',
      selector: expect.stringContaining('!dirty'),
    })
    expect(row.reasoning).toMatchObject({ outcome: 'claim', rule: { text: 'aws' }, steps: [{}, { purpose: 'claim' }] })
    await until(async () => (await store.db.auditEntry.count()) === 2)
    const [intent, outcome] = await store.db.auditEntry.findMany({ orderBy: { seq: 'asc' } })
    expect(intent).toMatchObject({ action: 'claim', actor: 'olga', targets: [`Claim/${done.id}`, 'GlobalAccount/t-1'] })
    expect(outcome).toMatchObject({ outcome: 'accepted', intentSeq: intent?.seq })
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  })

  test('goes to ten first requests of a tenant at once, from two processes', async () => {
    const { claim, start } = await world({ a: FREE, b: FREE, c: FREE, d: FREE })
    const other = await start('p2')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => claim(awsRequest('t-1'), `k${n}`, n % 2 === 0 ? undefined : other.service)),
    )
    expect(new Set(answers.map(({ claim: { account } }) => account)).size).toBe(1)
    expect(answers.filter(({ claim: { outcome } }) => outcome === 'claim')).toHaveLength(1)
  })

  test('goes to one tenant each, however many want one, and those who come too late wait', async () => {
    const { claim, start } = await world({ a: FREE, b: FREE, c: FREE, d: FREE, e: FREE })
    const other = await start('p2')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        claim(awsRequest(`t-${n}`), `k${n}`, n % 2 === 0 ? undefined : other.service),
      ),
    )
    const reserved = answers.filter(({ claim: { status } }) => status === 'reserved')
    expect(new Set(reserved.map(({ claim: { account } }) => account)).size).toBe(5)
    expect(reserved).toHaveLength(5)
    const waiting = answers.filter(({ claim: { status } }) => status === 'waiting')
    expect(waiting.map(({ position }) => position).toSorted()).toEqual([1, 2, 3])
    expect(waiting[0]?.claim.message).toMatch(/^Waits: /)
  })

  test('of a tenant on the allowlist takes clusters up to the limit, whatever comes at once', async () => {
    const { claim, start, store } = await world(
      { a: FREE, b: FREE, c: FREE },
      { allowed: ['t-1'], limits: { default: 5, providers: {} } },
    )
    const other = await start('p2')
    await Promise.all(
      Array.from({ length: 13 }, (_, n) => claim(awsRequest('t-1'), `k${n}`, n % 2 === 0 ? undefined : other.service)),
    )
    const groups = await store.db.claim.groupBy({ by: ['account'], _count: true, orderBy: { account: 'asc' } })
    expect(groups.map(({ _count }) => _count).toSorted()).toEqual([3, 5, 5])
  })

  test('is counted with shoots that nobody registered, and a registered one once', async () => {
    const { claim, shoot, service, start } = await world(
      { a: { ...FREE, tenantName: 't-1' }, b: FREE },
      { allowed: ['t-1'], limits: { default: 3, providers: {} } },
    )
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    await service.setCluster(first.id, 'c-1', ACTOR)
    shoot('c-1', 'a', 't-1')
    shoot('c-2', 'a', 't-1')
    const { service: later } = await start('p2')
    await later.sweep()
    expect(await later.get(first.id)).toMatchObject({ claim: { status: 'active', cluster: 'c-1' } })
    expect((await claim(awsRequest('t-1'), 'k2', later)).claim.binding?.name).toBe('a')
    expect((await claim(awsRequest('t-1'), 'k3', later)).claim.binding?.name).toBe('b')
  })

  test('with two bindings is one account', async () => {
    const { claim, add, start } = await world({})
    add('twin', FREE, ['twin-1', 'twin-2'])
    const { service } = await start('p2')
    const answers = await Promise.all(['t-1', 't-2'].map(tenant => claim(awsRequest(tenant), tenant, service)))
    expect(answers.map(({ claim: { status } }) => status).toSorted()).toEqual(['reserved', 'waiting'])
  })
})

describe('shared accounts', () => {
  test('are given in turn, whoever comes at once', async () => {
    const { claim, start, store } = await world({ a: SHARED, b: SHARED, c: SHARED })
    const other = await start('p2')
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => claim(trialRequest(`t-${n}`), `k${n}`, n % 2 ? undefined : other.service)),
    )
    const groups = await store.db.claim.groupBy({ by: ['account'], _count: true })
    expect(groups.map(({ _count }) => _count).toSorted()).toEqual([6, 7, 7])
  })
})

describe('the same key', () => {
  test('gets the same account, also at once and after a lost answer', async () => {
    const { claim, start, store } = await world({ a: FREE, b: FREE })
    const other = await start('p2')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => claim(awsRequest('t-1'), 'k1', n % 2 === 0 ? undefined : other.service)),
    )
    expect(new Set(answers.map(({ claim: { id, account } }) => `${id} ${account}`)).size).toBe(1)
    expect(await claim(awsRequest('t-1'), 'k1')).toEqual(answers[0])
    expect(await store.db.claim.count()).toBe(1)
  })

  test('needs the role operator', async () => {
    const { service } = await world({ a: FREE })
    const viewer = { name: 'vera', role: 'viewer' }
    const asked = { request: awsRequest('t-1'), cluster: null, actor: viewer, requestId: null }
    await expect(service.claim(asked, 'k1')).rejects.toMatchObject({ status: 403 })
    await expect(service.release('x', viewer)).rejects.toMatchObject({ status: 403 })
    await expect(service.setCluster('x', 'c-1', viewer)).rejects.toMatchObject({ status: 403 })
  })

  test('with another request is refused', async () => {
    const { claim } = await world({ a: FREE })
    await claim(awsRequest('t-1'), 'k1')
    await expect(claim(awsRequest('t-2'), 'k1')).rejects.toMatchObject({ status: 409 })
  })

  test('a request that no rule fits is refused, and so is its replay', async () => {
    const { claim } = await world({ a: FREE })
    const request = { ...awsRequest('t-1'), plan: 'nonsense' }
    const first = await claim(request, 'k1')
    expect(first.claim).toMatchObject({ status: 'refused', message: expect.stringContaining('nonsense') })
    expect(await claim(request, 'k1')).toEqual(first)
  })
})

describe('writes that go wrong', () => {
  test('a binding that somebody else took is passed over', async () => {
    const { claim, namespace, labels } = await world({ a: FREE, b: FREE })
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
      const { claim, labels } = await world({ a: kind === 'shared' ? SHARED : FREE, b: kind === 'shared' ? {} : FREE })
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
    const { claim } = await world({ a: FREE })
    garden.faults.add({ match: { verb: 'patch', userAgent: 'hap-console/claims' }, times: 3, mishap })
    expect((await claim(awsRequest('t-1'), 'k1')).claim).toMatchObject({ status: 'reserved', outcome: 'claim' })
  })

  test('an account whose credentials are gone is passed over', async () => {
    const { claim, namespace } = await world({ b: FREE })
    garden.loadAll(accountObjects(namespace, 'a', FREE).slice(1))
    await sleep(300)
    const answers = await Promise.all(['t-1', 't-2'].map(tenant => claim(awsRequest(tenant), tenant)))
    expect(answers.map(({ claim: { status } }) => status).toSorted()).toEqual(['reserved', 'waiting'])
  })
})

describe('what was interrupted', () => {
  async function interruptedWorld(point: string) {
    const one = await world({ a: FREE, b: FREE })
    const access = accessBy(garden.kubeconfig('admin'))
    const rules = () => testRules()
    const never = new Promise<void>(() => {})
    const dying = await serviceOn({
      access,
      namespace: one.namespace,
      store: one.store,
      holder: 'dying',
      rules,
      errors: [],
      change: { reached: reached => (reached === point ? never : Promise.resolve()) },
    })
    onTestFinished(() => dying.stop())
    void one.claim(awsRequest('t-1'), 'k1', dying.service)
    return one
  }

  test.each([
    ['after-arrival', 'failed', undefined],
    ['after-slot', 'failed', undefined],
    ['after-intent', 'failed', undefined],
    ['after-write', 'reserved', 't-1'],
  ])('%s ends up %s', async (point, status, tenant) => {
    const { service, store, claim, labels } = await interruptedWorld(point)
    const expected = point === 'after-arrival' || point === 'after-slot' ? 'pending' : 'intent'
    await until(async () => (await store.db.claim.count({ where: { status: expected } })) === 1)
    if (point === 'after-write') await until(async () => (await service.list({ offset: 0, limit: 1 })).total === 1)
    await sleep(200)
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

  test('does not keep the tenant from claiming once its lease has run out', async () => {
    const { store, claim, labels } = await interruptedWorld('after-write')
    await until(async () => (await store.db.claim.count({ where: { status: 'intent' } })) === 1)
    await sleep(200)
    await store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'`
    await store.db.$executeRaw`UPDATE tenant_slot SET lease_until = clock_timestamp() - interval '1 second'`
    expect((await claim(awsRequest('t-1'), 'k2')).claim).toMatchObject({ status: 'reserved', outcome: 'reuse' })
    expect(await store.db.claim.count({ where: { status: 'reserved' } })).toBe(2)
    const owners = [(await labels('a')).tenantName, (await labels('b')).tenantName]
    expect(owners.filter(owner => owner !== undefined)).toEqual(['t-1'])
  })
})

describe('giving back', () => {
  test('the last claim marks the account dirty, an earlier one does not', async () => {
    const { claim, service, labels } = await world({ a: FREE })
    const first = await claim(awsRequest('t-1'), 'k1')
    const second = await claim(awsRequest('t-1'), 'k2')
    expect((await service.release(first.claim.id, ACTOR)).claim).toMatchObject({ status: 'released' })
    expect((await labels('a')).dirty).toBeUndefined()
    const last = await service.release(second.claim.id, ACTOR)
    expect(last.claim).toMatchObject({ status: 'released', message: 'The account was marked dirty.' })
    expect(await labels('a')).toMatchObject({ dirty: 'true', tenantName: 't-1' })
    expect((await service.release(second.claim.id, ACTOR)).claim).toEqual(last.claim)
  })

  test('waits for the shoot of its own cluster, and leaves an account that others use', async () => {
    const { claim, service, labels, shoot, start } = await world({ a: FREE })
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    await service.setCluster(first.id, 'c-1', ACTOR)
    shoot('c-1', 'a', 't-1')
    await until(async () => (await start('p')).inventory.shootCount === 1)
    await sleep(300)
    expect((await service.release(first.id, ACTOR)).claim.status).toBe('releasing')
    const { claim: other } = await claim(awsRequest('t-1'), 'k2')
    expect((await service.release(other.id, ACTOR)).claim).toMatchObject({
      status: 'released',
      message: expect.stringMatching(/use/),
    })
    expect((await labels('a')).dirty).toBeUndefined()
  })

  test('marks every binding of the account, or the free one would give it away', async () => {
    const { claim, add, start, labels } = await world({})
    add('twin', FREE, ['twin-1', 'twin-2'])
    const { service } = await start('p2')
    const { claim: done } = await claim(awsRequest('t-1'), 'k1', service)
    expect((await service.release(done.id, ACTOR)).claim.message).toBe('The account was marked dirty.')
    expect((await labels('twin-1')).dirty).toBe('true')
    expect((await labels('twin-2')).dirty).toBe('true')
    expect((await claim(awsRequest('t-2'), 'k2', service)).claim.status).toBe('waiting')
  })

  test('waits for what is being written on the account', async () => {
    const { claim, service, store, labels } = await world({ a: FREE })
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    // Somebody who does not know yet whose it is takes it for free.
    const { claim: doomed } = await claim(awsRequest('t-2'), 'k2')
    const { account, binding } = first
    const data = {
      status: 'intent' as const,
      outcome: 'claim' as const,
      account,
      bindingKind: binding?.kind ?? null,
      bindingNamespace: binding?.namespace ?? null,
      bindingName: binding?.name ?? null,
      holder: 'p9',
      leaseUntil: new Date(Date.now() + 3_000),
    }
    await store.db.claim.update({ where: { id: doomed.id }, data })
    expect((await service.release(first.id, ACTOR)).claim.status).toBe('releasing')
    expect((await labels('a')).dirty).toBeUndefined()
    await until(async () => {
      await service.sweep()
      return (await service.get(first.id)).claim.status === 'released'
    })
    expect((await labels('a')).dirty).toBe('true')
  })

  test('a shared account stays as it is', async () => {
    const { claim, service, labels } = await world({ a: SHARED })
    const { claim: done } = await claim(trialRequest('t-1'), 'k1')
    expect((await service.release(done.id, ACTOR)).claim.status).toBe('released')
    expect((await labels('a')).dirty).toBeUndefined()
  })

  test('what is dirty is selected no more', async () => {
    const { claim, service } = await world({ a: FREE, b: FREE })
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    await service.release(first.id, ACTOR)
    const { claim: second } = await claim(awsRequest('t-1'), 'k2')
    expect(second.status).toBe('reserved')
    expect(second.account).not.toBe(first.account)
  })
})

describe('the queue', () => {
  test('is served in order when accounts come', async () => {
    const { claim, service, create } = await world({})
    const ids: string[] = []
    for (const tenant of ['t-1', 't-2', 't-3']) ids.push((await claim(awsRequest(tenant), tenant)).claim.id)
    await create('a', FREE)
    await until(async () => {
      await service.processQueue('aws')
      return (await service.get(ids[0] ?? '')).claim.status === 'reserved'
    })
    expect((await service.get(ids[1] ?? '')).position).toBe(1)
    expect((await service.get(ids[2] ?? '')).position).toBe(2)
    await service.release(ids[1] ?? '', ACTOR)
    await create('b', FREE)
    await until(async () => {
      await service.sweep()
      return (await service.get(ids[2] ?? '')).claim.status === 'reserved'
    })
  })

  test('lets nobody past who wants a free account, and those who own one', async () => {
    const { claim, service, add, start, namespace } = await world({ own: { ...FREE, tenantName: 't-9' } })
    await claim(awsRequest('t-1'), 'k1')
    add('a', FREE)
    const { service: later, inventory } = await start('p2')
    expect(inventory.binding(`CredentialsBinding/${namespace}/a`)).not.toBeNull()
    expect((await claim(awsRequest('t-2'), 'k2', later)).claim).toMatchObject({ status: 'waiting' })
    expect((await claim(awsRequest('t-9'), 'k9', later)).claim).toMatchObject({ status: 'reserved', outcome: 'reuse' })
    await service.processQueue('aws')
    await later.processQueue('aws')
    expect((await service.list({ tenant: 't-1', offset: 0, limit: 1 })).claims[0]?.status).toBe('reserved')
  })
})

describe('what is foreseen', () => {
  /** What a claim would get, as a word or two. */
  function words({ foreseen, obstacles }: Foresight): string {
    const why = [...obstacles].map(([account, obstacle]) => `${account.split('/').at(-1)} ${obstacle}`)
    const rest = why.length === 0 ? '' : `, ${why.join(', ')}`
    if (foreseen.kind === 'take') return `${foreseen.outcome.kind} ${foreseen.outcome.binding.name}${rest}`
    return `${foreseen.kind}${foreseen.kind === 'wait' ? ` behind ${foreseen.ahead}` : ''}${rest}`
  }

  test('is what then comes, whoever claims, and writes nothing', async () => {
    const limits = { default: 2, providers: {} }
    const { service, claim, store, start, labels } = await world(
      { a: FREE, b: FREE, c: FREE, s1: SHARED, s2: SHARED },
      { allowed: ['t-1'], limits },
    )
    expect(words(await service.foresee(awsRequest('t-1')))).toMatch(/^claim /)
    expect([await store.db.claim.count(), await store.db.auditEntry.count()]).toEqual([0, 0])
    expect((await labels('a')).epoch).toBe('0')
    const other = await start('p2')
    const requests = ['t-1', 't-2', 't-1', 't-1', 't-3', 't-4', 't-2', 't-5'].map(awsRequest)
    for (const [n, request] of [...requests, trialRequest('t-9'), trialRequest('t-9'), trialRequest('t-1')].entries()) {
      const { foreseen } = await service.foresee(request)
      const { claim: done, position } = await claim(request, `k${n}`, n % 2 === 0 ? other.service : service)
      if (foreseen.kind === 'take') {
        expect(done).toMatchObject({ outcome: foreseen.outcome.kind, binding: { name: foreseen.outcome.binding.name } })
      } else
        expect({ foreseen, status: done.status }).toEqual({
          foreseen: { kind: 'wait', ahead: (position ?? 0) - 1 },
          status: 'waiting',
        })
    }
    expect(await store.db.claim.count({ where: { status: 'waiting' } })).toBe(3)
  })

  test('knows operations, and claims of others whose labels are gone', async () => {
    const { service, store, namespace, claim, labels } = await world({ a: FREE })
    const request = awsRequest('t-1')
    const fence = await storeLedger(store).fence(`Secret/${namespace}/a`, 'an operation')
    if ('kind' in fence) throw new Error('it is not free')
    expect(words(await service.foresee(request))).toBe('wait behind 0, a fenced')
    await storeLedger(store).leaveFence(fence)
    await claim(request, 'k1')
    const place = { resource: CREDENTIALS_BINDINGS, namespace, name: 'a' }
    const { metadata } = await admin.get<KubeObject>(place)
    const options = { resourceVersion: metadata?.resourceVersion ?? '' }
    await admin.patch(place, { metadata: { labels: { tenantName: null } } }, options)
    expect((await labels('a')).tenantName).toBeUndefined()
    await until(async () => words(await service.foresee(awsRequest('t-2'))) === 'wait behind 0, a foreign')
    await store.db.claim.updateMany({ data: { status: 'intent', outcome: 'claim' } })
    expect(words(await service.foresee(awsRequest('t-2')))).toBe('wait behind 0, a being-taken')
    expect(words(await service.foresee(request))).toBe('behind, a being-taken')
  })

  test('is refused where a claim would be', async () => {
    const { service } = await world({ a: FREE })
    const { foreseen } = await service.foresee({ ...awsRequest('t-1'), plan: 'nonsense' })
    expect(foreseen).toMatchObject({ kind: 'refuse', message: expect.stringContaining('nonsense') })
  })

  test('is not waited for when the database hangs', async () => {
    const { store, namespace } = await world({ a: FREE })
    const hanging = { ...storeLedger(store), look: () => new Promise<never>(() => {}) }
    const access = accessBy(garden.kubeconfig('admin'))
    const rules = () => testRules()
    const change = { ledger: hanging, clock: { now: Date.now, random: Math.random, sleep: async () => {} } }
    const running = await serviceOn({ access, namespace, store, holder: 'p', rules, errors: [], change })
    onTestFinished(() => running.stop())
    await expect(running.service.foresee(awsRequest('t-1'))).rejects.toMatchObject({ status: 503 })
  })
})

describe('an adopted landscape', () => {
  const BY_HAND = { actor: ACTOR, reason: 'a test', noted: false, dryRun: false }

  test('counts each cluster once, and claims go on above that', async () => {
    const { claim, shoot, start, store } = await world(
      { a: { ...FREE, tenantName: 't-1' }, b: FREE },
      { allowed: ['t-1'], limits: { default: 3, providers: {} } },
    )
    shoot('c-1', 'a', 't-1')
    shoot('c-2', 'a', 't-1')
    const { service, inventory } = await start('p2')
    const report = await adopt({ store, inventory, audit: new AuditLog(store) }, BY_HAND)
    expect(report).toMatchObject({ registered: 2, globalAccounts: 1, accounts: 1 })
    const { foreseen, count } = await service.foresee(awsRequest('t-1'))
    expect(foreseen).toMatchObject({ kind: 'take', outcome: { kind: 'reuse', clustersAfter: 3 } })
    expect(count(`Secret/${inventory.namespace}/a`)).toEqual({ database: 2, reserved: 0, onlyInGardener: 0 })
    expect((await claim(awsRequest('t-1'), 'k1', service)).claim.binding?.name).toBe('a')
    expect((await claim(awsRequest('t-1'), 'k2', service)).claim.binding?.name).toBe('b')
  })

  test('does not give the account of a running cluster to somebody else, though its labels are free', async () => {
    const { claim, shoot, start, store } = await world({ a: FREE })
    shoot('c-1', 'a', 't-1')
    const { service, inventory } = await start('p2')
    await adopt({ store, inventory, audit: new AuditLog(store) }, BY_HAND)
    expect((await claim(awsRequest('t-2'), 'k1', service)).claim.status).toBe('waiting')
  })

  test('an account is given back after the adopted clusters that are gone, however late that is noticed', async () => {
    const { claim, service, labels, store } = await world({ a: FREE })
    const { claim: own } = await claim(awsRequest('t-1'), 'k1')
    const row = await store.db.claim.findUniqueOrThrow({ where: { id: own.id } })
    const { id: _id, ticket: _ticket, request: _request, reasoning: _reasoning, ...fields } = row
    await store.db.claim.create({
      data: {
        ...fields,
        id: 'gone',
        idempotencyKey: 'adopted:gone',
        request: {},
        adopted: true,
        status: 'active',
        cluster: 'c-0',
      },
    })
    expect((await service.release(own.id, ACTOR)).claim.status).toBe('releasing')
    await service.sweep()
    expect((await service.get(own.id)).claim.status).toBe('releasing')
    await endAdopted(store.db, ['gone'], 'Its cluster is gone.', 1n)
    await service.sweep()
    expect((await service.get(own.id)).claim).toMatchObject({
      status: 'released',
      message: 'The account was marked dirty.',
    })
    expect((await labels('a')).dirty).toBe('true')
  })
})
