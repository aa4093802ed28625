import { expect, onTestFinished, test } from 'vitest'
import type { Garden } from '#embedded-garden/garden.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { SYSTEM_CLOCK } from '#lib/services/claims/claim-context.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { CALLER, FREE, world } from './claim-world.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

/** The chain as lines: actor, role, action, request and outcome. */
async function chainOf(store: Store): Promise<readonly string[]> {
  const entries = await store.db.auditEntry.findMany({ orderBy: { seq: 'asc' } })
  return entries.map(({ actor, role, action, requestId, outcome }) =>
    [actor, role, action, requestId, outcome].filter(word => word !== null).join(' '),
  )
}

/** A service whose clock runs 20 times as fast, so that its deadlines come soon. */
async function hastyService(garden: Garden, namespace: string, store: Store): Promise<ClaimService> {
  const access = accessBy(garden.kubeconfig('admin'))
  const begin = Date.now()
  const clock = {
    ...SYSTEM_CLOCK,
    now: () => begin + (Date.now() - begin) * 20,
    sleep: (ms: number) => SYSTEM_CLOCK.sleep(ms / 20),
  }
  const options = { access, namespace, store, holder: 'hasty', version: 'hasty', rules: () => testRules(), errors: [] }
  const running = await serviceOn({ ...options, change: { clock } })
  onTestFinished(() => running.stop())
  return running.service
}

test('records actor, role and request of each action', async () => {
  const { service, store } = await world({ a: FREE })
  const omar = { actor: { name: 'Omar', role: 'operator' }, requestId: 'trace-1' }
  const ada = { name: 'Ada', role: 'admin' }
  const { claim } = await service.claim({ request: awsRequest('t-1'), cluster: null, ...omar }, 'k1')
  await waitUntil(async () => (await chainOf(store)).length === 2)
  await service.setCluster(claim.id, 'c-1', { actor: ada, requestId: 'trace-2' })
  await waitUntil(async () => (await chainOf(store)).length === 4)
  await service.release(claim.id, { actor: ada, requestId: 'trace-3' })
  await waitUntil(async () => (await chainOf(store)).length === 6)
  expect(await chainOf(store)).toEqual([
    'Omar operator claim trace-1',
    'Omar operator accepted',
    'Ada admin set-cluster trace-2',
    'Ada admin accepted',
    'Ada admin release trace-3',
    'Ada admin accepted',
  ])
})

test('records claims whose clusters exist once, as an action of the console', async () => {
  const { service, store, shoot, start } = await world({ a: { ...FREE, tenantName: 't-1' } })
  const { claim } = await service.claim({ request: awsRequest('t-1'), cluster: 'c-1', ...CALLER }, 'k1')
  shoot('c-1', 'a', 't-1')
  const { service: later } = await start('p2')
  await later.sweep()
  await later.sweep()
  expect(await later.get(claim.id)).toMatchObject({ claim: { status: 'active' } })
  expect(await listAudit(store.db, { action: 'activate' }, { limit: 10 })).toMatchObject([
    {
      actor: 'hap-console',
      targets: [`Claim/${claim.id}`, 'GlobalAccount/t-1'],
      wanted: { clusters: ['c-1'] },
      outcome: 'accepted',
      detail: '1 of 1 became active.',
    },
  ])
})

test('records the request and the reason of a claim that conflicts with another', async () => {
  const { service, store } = await world({ a: FREE, b: FREE })
  const ask = (tenant: string, cluster: string, key: string) =>
    service.claim({ request: awsRequest(tenant), cluster, ...CALLER }, key)
  await ask('t-1', 'c-1', 'k1')
  await expect(ask('t-1', 'c-1', 'k2')).rejects.toMatchObject({ status: 409 })
  await expect(ask('t-1', 'c-2', 'k1')).rejects.toMatchObject({ status: 409 })
  await waitUntil(async () => (await chainOf(store)).length === 6)
  const refused = await listAudit(store.db, { outcome: 'refused' }, { limit: 10 })
  expect(refused).toMatchObject([
    {
      action: 'claim',
      targets: ['GlobalAccount/t-1'],
      wanted: { globalAccount: 't-1', cluster: 'c-2' },
      detail: 'This Idempotency-Key was used with another request. Use a new key for a new claim.',
    },
    {
      action: 'claim',
      targets: ['GlobalAccount/t-1'],
      wanted: { globalAccount: 't-1', cluster: 'c-1' },
      detail: 'Another claim already names the cluster c-1.',
    },
  ])
})

test('records who released a claim while Gardener was unreachable, and that the console completed it', async () => {
  const { claim, garden, namespace, store } = await world({ a: FREE })
  const { claim: done } = await claim(awsRequest('t-1'), 'k1')
  const hasty = await hastyService(garden, namespace, store)
  garden.faults.add({ match: { userAgent: 'hap-console/hasty' }, times: 0, mishap: { type: 'status', status: 503 } })
  expect((await hasty.release(done.id, CALLER)).claim.status).toBe('releasing')
  await waitUntil(async () => (await chainOf(store)).length === 4)
  garden.faults.clear()
  await hasty.sweep()
  expect((await hasty.get(done.id)).claim.status).toBe('released')
  await waitUntil(async () => (await chainOf(store)).length === 5)
  expect((await chainOf(store)).slice(2)).toEqual([
    'olga operator release',
    'olga operator accepted',
    'hap-console accepted',
  ])
})

test('records the failure of an attempt that timed out', async () => {
  const { claim, garden, namespace, store } = await world({ a: FREE })
  const hasty = await hastyService(garden, namespace, store)
  const mishap = { type: 'status', status: 429, retryAfterSeconds: 1 } as const
  garden.faults.add({ match: { userAgent: 'hap-console/hasty' }, times: 0, mishap })
  await expect(claim(awsRequest('t-1'), 'k1', hasty)).rejects.toMatchObject({ status: 503 })
  await waitUntil(async () => (await chainOf(store)).length === 2)
  garden.faults.clear()
  await claim(awsRequest('t-1'), 'k1')
  await waitUntil(async () => (await chainOf(store)).length === 4)
  const [attempt, outcome] = ['olga operator claim', 'olga operator accepted']
  expect(await chainOf(store)).toEqual([attempt, 'olga operator failed', attempt, outcome])
})

test('records an unknown outcome until the binding was read', async () => {
  const { claim, garden, namespace, store } = await world({ a: FREE })
  const hasty = await hastyService(garden, namespace, store)
  const match = { userAgent: 'hap-console/hasty' }
  garden.faults.add({ match: { ...match, verb: 'patch' }, mishap: { type: 'lose-answer' } })
  garden.faults.add({ match: { ...match, verb: 'get' }, times: 0, mishap: { type: 'status', status: 503 } })
  await expect(claim(awsRequest('t-1'), 'k1', hasty)).rejects.toMatchObject({ status: 503 })
  await waitUntil(async () => (await chainOf(store)).length === 2)
  garden.faults.clear()
  // A sweep of a hasty service may run out of time.
  await waitUntil(async () => {
    await hasty.sweep()
    return (await chainOf(store)).length === 3
  })
  expect(await chainOf(store)).toEqual(['olga operator claim', 'olga operator unknown', 'hap-console accepted'])
})

test('resolves an attempt whose process ended from its claim', async () => {
  const { garden, namespace, service, store } = await world({ a: FREE })
  const access = accessBy(garden.kubeconfig('admin'))
  const never = new Promise<void>(() => {})
  const change = { reached: (point: string) => (point === 'after-slot' ? never : Promise.resolve()) }
  const options = { access, namespace, store, holder: 'dying', rules: () => testRules(), errors: [] }
  const dying = await serviceOn({ ...options, change })
  onTestFinished(() => dying.stop())
  void dying.service.claim({ request: awsRequest('t-1'), cluster: null, ...CALLER }, 'k1')
  await waitUntil(async () => (await chainOf(store)).length === 1)
  const unknown = unknownOf(store, new AuditLog(store))
  expect(await closeAbandoned(store, new Date(Date.now() + 1_000))).toBe(1)
  expect(await unknown.settle()).toBe(0)
  await store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'`
  await service.sweep()
  expect(await unknown.settle()).toBe(1)
  expect(await unknown.settle()).toBe(0)
  expect(await chainOf(store)).toEqual(['olga operator claim', 'hap-console unknown', 'hap-console failed'])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test('resolves old attempts from their claim, or from its absence', async () => {
  const { claim, store } = await world({ a: FREE })
  const { claim: given } = await claim(awsRequest('t-1'), 'k1')
  await waitUntil(async () => (await chainOf(store)).length === 2)
  const audit = new AuditLog(store, () => new Date(Date.now() - 40 * 86_400_000))
  const draft = { actor: CALLER.actor, action: 'release', reason: null, ticket: null, requestId: null }
  for (const id of [given.id, 'unknown']) await audit.intent({ ...draft, targets: [`Claim/${id}`] })
  await closeAbandoned(store, new Date())
  expect(await unknownOf(store, audit).settle()).toBe(2)
  expect(await listAudit(store.db, { action: 'release' }, { limit: 9 })).toMatchObject([
    { outcome: 'refused', detail: 'There is no such claim: the request was refused before it started.' },
    { outcome: 'failed', detail: 'The claim shows that the request had no effect.' },
  ])
})

/** Resolves the outcomes of claims. */
function unknownOf(store: Store, audit: AuditLog): UnknownOutcomes {
  const { db } = store
  return new UnknownOutcomes({ db, audit }, [
    claimResolver({ db, ledger: storeLedger(store), bindingsOfAccount: () => [] }),
  ])
}

test('records the actions of the console', async () => {
  const { claim, service, create, store } = await world({})
  const { claim: waiting } = await claim(awsRequest('t-1'), 'k1')
  await create('a', FREE)
  await waitUntil(async () => {
    await service.sweep()
    return (await service.get(waiting.id)).claim.status === 'reserved'
  })
  await waitUntil(async () => (await chainOf(store)).length === 4)
  expect((await chainOf(store)).slice(2)).toEqual(['hap-console claim', 'hap-console accepted'])
})
