import { describe, expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { SUBSCRIPTION_FINALIZER, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { ordersOf } from '#lib/operators/subscription/claim-orders.ts'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { Landscape } from '#lib/services/landscape/landscape.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { CALLER, FREE, SHARED } from '../claims/claim-world.ts'
import { awsRequest, rulesetOf, testRules, trialRequest } from '../claims/schedules/test-rules.ts'
import { waitUntil } from '../kit/wait.ts'
import { INTACT, requestWorld } from './request-world.ts'

const reasonOf = ({ status }: SubscriptionRequest, type = 'Ready' as const) =>
  findCondition(status?.conditions, type)?.reason
const is = (reason: string) => (request: SubscriptionRequest) => reasonOf(request) === reason
const isReady = ({ status }: SubscriptionRequest) => findCondition(status?.conditions, 'Ready')?.status === 'True'
const conditionsOf = ({ status }: SubscriptionRequest) =>
  Object.fromEntries((status?.conditions ?? []).map(({ type, status: is, reason }) => [type, `${is} ${reason}`]))

describe('a request', () => {
  test('gets an account, reports it, and keeps it over repeated runs', async () => {
    const { operator, request, seen, claims, namespace, labels } = await requestWorld({ a: FREE })
    const { controller, events, failures } = await operator()
    await request('r', { cluster: 'c-1' })
    const ready = await seen('r', isReady)
    expect(ready.metadata.finalizers).toEqual([SUBSCRIPTION_FINALIZER])
    expect(ready.status).toMatchObject({
      gardenerSecretName: 'a',
      bindingRef: { kind: 'CredentialsBinding', namespace, name: 'a' },
      hyperscalerType: 'aws',
      observedGeneration: 1,
    })
    expect(conditionsOf(ready)).toEqual({
      Accepted: 'True SpecValid',
      PoolFound: 'True RuleMatched',
      Ready: 'True Claimed',
    })
    for (let n = 0; n < 3; n++) controller.touch({ namespace, name: 'r' })
    await waitUntil(() => controller.metrics().depth + controller.metrics().working === 0)
    expect((await seen('r', isReady)).metadata.resourceVersion).toBe(ready.metadata.resourceVersion)
    expect(await claims()).toEqual(['a reserved'])
    expect(await labels('a')).toMatchObject({ tenantName: 't-1', epoch: '1' })
    expect(events).toEqual(['r Normal Claimed'])
    // A run may start before the watch delivers the operator’s own write.
    expect(failures.filter(error => !(error instanceof GardenError && error.kind === 'conflict'))).toEqual([])
  })

  test('with two simultaneous operators gets one claim', async () => {
    const { operator, request, seen, claims, start } = await requestWorld({ a: FREE, b: FREE })
    await Promise.all([operator(), operator({ running: await start('p2') })])
    await Promise.all(['r1', 'r2', 'r3'].map(name => request(name, {})))
    for (const name of ['r1', 'r2', 'r3']) await seen(name, isReady)
    expect(await claims()).toEqual(['a reserved', 'a reserved', 'a reserved'])
  })

  test('under another name gets another claim on the same account, which is released with the last one', async () => {
    const { operator, request, seen, remove, gone, claims, labels } = await requestWorld({ a: FREE })
    await operator()
    await request('r', {})
    await seen('r', isReady)
    await request('renamed', {})
    expect(await seen('renamed', isReady)).toMatchObject({ status: { gardenerSecretName: 'a' } })
    await remove('r')
    await gone('r')
    expect(await claims()).toEqual(['a released', 'a reserved'])
    expect(await labels('a')).not.toHaveProperty('dirty')
    await remove('renamed')
    await gone('renamed')
    expect(await claims()).toEqual(['a released', 'a released'])
    expect(await labels('a')).toMatchObject({ dirty: 'true' })
  })

  test('waits with its position in the queue, and is served once there is an account', async () => {
    const { operator, request, seen, create } = await requestWorld({})
    await operator()
    await request('first', {})
    await seen('first', is('PoolEmpty'))
    await request('second', { subscriptionSelector: 't-2' })
    const second = await seen('second', is('PoolEmpty'))
    expect(second.status).toMatchObject({ position: 2, hyperscalerType: 'aws' })
    expect(second.status).not.toHaveProperty('gardenerSecretName')
    expect(findCondition(second.status?.conditions, 'Ready')?.message).toMatch(/^Waits: .* Position in the queue: 2\.$/)
    await create('a', FREE)
    const ready = await seen('first', isReady)
    expect(ready.status).toMatchObject({ gardenerSecretName: 'a' })
    expect(ready.status).not.toHaveProperty('position')
    await seen('second', ({ status }) => status?.position === 1)
  })

  test('without a plan gets an account of the first kind it names, else of the next', async () => {
    const { operator, request, seen, claims } = await requestWorld({ a: FREE, s: SHARED })
    await operator()
    const spec = { subscriptionSelector: 't-1 || shared' }
    await request('first', spec, { withoutPlan: true })
    const first = await seen('first', isReady)
    expect(conditionsOf(first)).toEqual({
      Accepted: 'True SpecValid',
      PoolFound: 'True ProviderOnly',
      Ready: 'True Claimed',
    })
    expect(first.status).toMatchObject({ gardenerSecretName: 'a', hyperscalerType: 'aws' })
    await request('second', { subscriptionSelector: 't-2 || shared' }, { withoutPlan: true })
    expect(conditionsOf(await seen('second', isReady))).toMatchObject({ Ready: 'True Shared' })
    await request('third', { subscriptionSelector: 'shared || t-1' }, { withoutPlan: true })
    expect(conditionsOf(await seen('third', isReady))).toMatchObject({ Ready: 'True Shared' })
    expect(await claims()).toEqual(['a reserved', 's reserved', 's reserved'])
  })

  test('without a plan waits for the first kind it names if there is none, and is released', async () => {
    const { operator, request, seen, create, remove, gone, claims } = await requestWorld({})
    await operator()
    await request('r', { subscriptionSelector: 't-1 || shared' }, { withoutPlan: true })
    expect((await seen('r', is('PoolEmpty'))).status).toMatchObject({ position: 1, hyperscalerType: 'aws' })
    await create('a', FREE)
    expect((await seen('r', isReady)).status).toMatchObject({ gardenerSecretName: 'a' })
    await remove('r')
    await gone('r')
    // The key of the unused alternative is consumed.
    expect(await claims()).toEqual(['a released', 'refused'])
  })

  test('that is deleted while it waits leaves the queue', async () => {
    const { operator, request, seen, remove, gone, claims } = await requestWorld({})
    await operator()
    await request('r', {})
    await seen('r', is('PoolEmpty'))
    await remove('r')
    await gone('r')
    expect(await claims()).toEqual(['released'])
  })

  test('that is changed while it waits moves to the other queue', async () => {
    const { operator, request, edit, seen, claims } = await requestWorld({ s: SHARED })
    await operator()
    await request('r', {})
    await seen('r', is('PoolEmpty'))
    await edit('r', { plan: 'trial', subscriptionSelector: 'shared || t-1' })
    expect(await seen('r', isReady)).toMatchObject({ status: { gardenerSecretName: 's' } })
    expect(await claims()).toEqual(['released', 's reserved'])
  })

  test('with an account keeps it, and the server rejects changes of the fields that determined it', async () => {
    const { operator, request, edit, seen } = await requestWorld({ a: FREE })
    await operator()
    await request('r', {})
    await seen('r', isReady)
    await expect(edit('r', { subscriptionSelector: 't-2' })).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('whose claim was released by another client fails, and names no account', async () => {
    const { operator, request, seen, service, claims } = await requestWorld({ a: FREE })
    await operator()
    await request('r', {})
    await service.release((await seen('r', isReady)).status?.claim ?? '', CALLER)
    const { status } = await seen('r', is('Failed'))
    expect(status).not.toHaveProperty('gardenerSecretName')
    expect(status).not.toHaveProperty('bindingRef')
    expect(await claims()).toEqual(['a released'])
  })

  test('uses and releases only its own claim when its status names the claim of another tenant', async () => {
    const { admin, namespace, operator, request, seen, remove, gone, service, claims, labels } = await requestWorld({
      a: FREE,
    })
    const { controller } = await operator()
    await request('victim', { subscriptionSelector: 'globalaccount:t-2' })
    const victim = (await seen('victim', isReady)).status?.claim ?? ''
    await request('thief', {})
    const own = (await seen('thief', is('PoolEmpty'))).status?.claim
    const place = { resource: SUBSCRIPTION_REQUESTS, namespace, name: 'thief', subresource: 'status' }
    const forge = () => admin.apply(place, { status: { claim: victim } } as KubeObject, { manager: 'x', force: true })
    await forge()
    controller.touch({ namespace, name: 'thief' })
    const healed = await seen('thief', ({ status }) => status?.claim !== victim)
    expect([reasonOf(healed), healed.status?.claim]).toEqual(['PoolEmpty', own])
    await controller.stop()
    await forge()
    await operator()
    await remove('thief')
    await gone('thief')
    expect((await service.get(victim)).claim.status).toBe('reserved')
    expect(await claims()).toEqual(['a reserved', 'released'])
    expect(await labels('a')).not.toHaveProperty('dirty')
  })

  test('passes a cluster that is set later to its claim', async () => {
    const { operator, request, edit, seen, service } = await requestWorld({ a: FREE })
    await operator()
    await request('r', {})
    const id = (await seen('r', isReady)).status?.claim ?? ''
    await edit('r', { cluster: 'c-7' })
    await waitUntil(async () => (await service.get(id)).claim.cluster === 'c-7')
  })
})

describe('a request with the cluster of another claim', () => {
  test('keeps its account without the cluster and reports it, until the other claim is released', async () => {
    const { operator, request, edit, seen, remove, gone, claims, service, namespace } = await requestWorld({ a: FREE })
    const { controller, failures } = await operator()
    await request('first', { cluster: 'c-7' })
    await seen('first', isReady)
    await request('second', {})
    const id = (await seen('second', isReady)).status?.claim ?? ''
    await edit('second', { cluster: 'c-7' })
    const refused = await seen('second', ({ status }) => status?.observedGeneration === 2)
    expect(conditionsOf(refused)).toMatchObject({ Accepted: 'False ClusterRefused', Ready: 'True Reused' })
    expect(findCondition(refused.status?.conditions, 'Accepted')?.message).toMatch(
      /^The account is kept and not used for cluster c-7: .*c-7/,
    )
    expect(await claims()).toEqual(['a reserved', 'a reserved'])
    await remove('first')
    await gone('first')
    controller.touch({ namespace, name: 'second' })
    await waitUntil(async () => (await service.get(id)).claim.cluster === 'c-7')
    const accepted = await seen(
      'second',
      ({ status }) => findCondition(status?.conditions, 'Accepted')?.status === 'True',
    )
    expect(conditionsOf(accepted)).toMatchObject({ Accepted: 'True SpecValid', Ready: 'True Reused' })
    expect(failures.filter(error => !(error instanceof GardenError && error.kind === 'conflict'))).toEqual([])
  })
})

describe('a request that cannot be served', () => {
  test.each([
    ['no shared account named', { plan: 'trial' }, { PoolFound: 'False KindNotNamed', Ready: 'False Refused' }],
    [
      'shared accounts only',
      { subscriptionSelector: 'shared' },
      { PoolFound: 'False KindNotNamed', Ready: 'False Refused' },
    ],
    ['an unknown plan', { plan: 'nonsense' }, { PoolFound: 'False RequestRefused', Ready: 'False Refused' }],
    ['a plan of another provider', { plan: 'gcp' }, { PoolFound: 'False RequestRefused', Ready: 'False Refused' }],
  ] as const)('reports why: %s', async (_, spec, expected) => {
    const { operator, request, seen, claims, remove, gone, store } = await requestWorld({ a: FREE, s: SHARED })
    await operator()
    await request('r', spec)
    expect(conditionsOf(await seen('r', is('Refused')))).toMatchObject({ Accepted: 'True SpecValid', ...expected })
    expect(await claims()).toEqual([])
    await remove('r')
    await gone('r')
    expect(await claims()).toEqual([])
    expect(await listAudit(store.db, { action: ['claim'] }, { limit: 1 })).toEqual([])
  })

  test('is served once there is a rule', async () => {
    const { operator, request, seen, namespace, start } = await requestWorld({ a: FREE })
    let rules = testRules([], null, rulesetOf([...DEFAULT_RULES.filter(rule => rule !== 'aws'), 'aws(PR=cf-us10)']))
    const running = await start('p2', () => rules)
    const { controller } = await operator({ running, rules: () => rules })
    await request('r', {})
    expect(conditionsOf(await seen('r', is('Refused')))).toMatchObject({ PoolFound: 'False NoRule' })
    rules = { ...testRules(), revision: 'later' }
    controller.touch({ namespace, name: 'r' })
    await seen('r', isReady)
  })

  test('since its pool has no bindings and no rule is queued once there is a binding', async () => {
    const { operator, request, seen, create, namespace } = await requestWorld({})
    const { controller } = await operator()
    await request('r', { provider: 'alicloud' }, { withoutPlan: true })
    const refused = await seen('r', is('Refused'))
    expect(findCondition(refused.status?.conditions, 'Ready')?.message).toContain('has no bindings in any state')
    controller.touch({ namespace, name: 'r' })
    await waitUntil(() => controller.metrics().depth + controller.metrics().working === 0)
    await create('a', { hyperscalerType: 'alicloud', tenantName: 't-2' })
    await waitUntil(async () => {
      controller.touch({ namespace, name: 'r' })
      return is('PoolEmpty')(await seen('r', () => true))
    })
  })

  test('by its first alternative waits for the next one', async () => {
    const { operator, request, seen } = await requestWorld({
      s: { hyperscalerType: 'alicloud', shared: 'true', internal: 'true' },
    })
    await operator()
    await request('r', { provider: 'alicloud', subscriptionSelector: 't-1 || shared' }, { withoutPlan: true })
    expect((await seen('r', is('PoolEmpty'))).status).toMatchObject({ position: 1 })
  })
})

describe('a deleted request', () => {
  test('with an unrecorded claim releases it', async () => {
    const { admin, operator, request, remove, gone, claims } = await requestWorld({ a: FREE })
    const apply = () => Promise.reject(new Error('the process ended'))
    const forgetful = await operator({ change: { client: { patch: admin.patch, apply } } })
    await request('r', {})
    await waitUntil(async () => (await claims()).includes('a reserved'))
    await forgetful.stop()
    await remove('r')
    await operator()
    await gone('r')
    expect(await claims()).toEqual(['a released'])
  })

  test('that made no claim leaves none to be made with its key', async () => {
    const { admin, operator, request, remove, gone, claims, namespace, service } = await requestWorld({ a: FREE })
    const { metadata } = await request('r', {})
    const place = { resource: SUBSCRIPTION_REQUESTS, namespace, name: 'r' }
    const change = { metadata: { finalizers: [SUBSCRIPTION_FINALIZER] } }
    const seen = await admin.patch<SubscriptionRequest>(place, change, { resourceVersion: metadata.resourceVersion })
    await remove('r')
    await operator()
    await gone('r')
    expect(await claims()).toEqual(['refused'])
    // Another process that read it before its deletion claims too late.
    const asked = ordersOf(seen)
    if (asked.kind !== 'orders') throw new Error('a plan was given')
    const [{ request: late, key }] = asked.orders
    const tried = service.claim({ request: late, cluster: null, ...CALLER }, key)
    await expect(tried).rejects.toMatchObject({ status: 409 })
    expect(await claims()).toEqual(['refused'])
  })

  test('waits for its cluster', async () => {
    const { admin, operator, request, seen, read, remove, shoot, start, namespace } = await requestWorld({ a: FREE })
    const first = await operator()
    await request('r', { cluster: 'c-1' })
    await seen('r', isReady)
    shoot('c-1', 'a', 't-1')
    await first.stop()
    const running = await start('p2')
    await operator({ running })
    await remove('r')
    const waiting = await seen('r', is('Releasing'))
    expect(conditionsOf(waiting)).toMatchObject({ Released: 'False StillInUse' })
    expect(waiting.status).toMatchObject({ gardenerSecretName: 'a' })
    await admin.delete({ resource: SHOOTS, namespace, name: 'c-1' })
    await waitUntil(async () => {
      await running.service.sweep()
      return (await read('r')) === null
    })
  })
})

describe('the sweep', () => {
  test('releases claims without a request, and no others', async () => {
    const { operator, request, seen, claims, service, admin } = await requestWorld({ a: FREE, b: FREE })
    await operator()
    const made = await request('r', {})
    await seen('r', isReady)
    const ask = (key: string, tenant: string) =>
      service.claim({ request: awsRequest(tenant), cluster: null, ...CALLER }, key)
    await ask('another-client', 't-1')
    await ask('subscription-request/11111111-2222-3333-4444-555555555555/00', 't-2')
    await ask(`subscription-request/${made.metadata.uid}/old`, 't-1')
    const sweep = (now: number) =>
      releaseOrphans({ client: admin, claims: service, landscape: INTACT, now: () => now }, AbortSignal.timeout(60_000))
    expect(await sweep(Date.now())).toBe(1)
    expect(await claims()).toEqual(['a reserved', 'a reserved', 'a reserved', 'b released'])
    expect(await sweep(Date.now() + 600_000)).toBe(1)
    expect(await sweep(Date.now() + 600_000)).toBe(0)
    expect(await claims()).toEqual(['a released', 'a reserved', 'a reserved', 'b released'])
    expect((await seen('r', isReady)).status).toMatchObject({ gardenerSecretName: 'a' })
  })

  test('releases no claim when most requests are gone before an administrator accepts that', async () => {
    const it = await requestWorld({ a: SHARED })
    for (let n = 0; n < 10; n++) {
      const key = `subscription-request/11111111-2222-3333-4444-55555555555${n}/00`
      await it.service.claim({ request: trialRequest(`t-${n}`), cluster: null, ...CALLER }, key)
    }
    const landscape = new Landscape({ store: it.store, namespace: it.namespace, readUid: async () => null })
    landscape.compared([])
    await landscape.refresh()
    const late = () => Date.now() + 600_000
    const sweep = () =>
      releaseOrphans({ client: it.admin, claims: it.service, landscape, now: late }, AbortSignal.timeout(60_000))
    expect([await sweep(), await sweep()]).toEqual([0, 0])
    expect(landscape.pause()).toContain('10 of 10 SubscriptionRequest objects disappeared from the control plane')
    await landscape.refresh()
    await it.store.db.landscapeNotice.deleteMany()
    await landscape.refresh()
    expect(await sweep()).toBe(10)
  })
})
