import { expect, onTestFinished, test } from 'vitest'
import type { Garden } from '#lib/embedded-garden/garden.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { SYSTEM_CLOCK } from '#lib/services/claims/system-clock.ts'
import type { Store } from '#lib/store/store.ts'
import { accessBy } from '../garden/access-by.ts'
import { CALLER, FREE, until, world } from './claim-world.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

/** The chain in words: who did what, by which role, in which request, and what came of it. */
async function chainOf(store: Store): Promise<readonly string[]> {
  const entries = await store.db.auditEntry.findMany({ orderBy: { seq: 'asc' } })
  return entries.map(({ actor, role, action, requestId, outcome }) =>
    [actor, role, action, requestId, outcome].filter(word => word !== null).join(' '),
  )
}

/** A service for which time runs 20 times as fast, so that its deadlines come soon. */
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

test('says of each action who did it, and in which request', async () => {
  const { service, store } = await world({ a: FREE })
  const omar = { actor: { name: 'Omar', role: 'operator' }, requestId: 'trace-1' }
  const ada = { name: 'Ada', role: 'admin' }
  const { claim } = await service.claim({ request: awsRequest('t-1'), cluster: null, ...omar }, 'k1')
  await until(async () => (await chainOf(store)).length === 2)
  await service.setCluster(claim.id, 'c-1', { actor: ada, requestId: 'trace-2' })
  await until(async () => (await chainOf(store)).length === 4)
  await service.release(claim.id, { actor: ada, requestId: 'trace-3' })
  await until(async () => (await chainOf(store)).length === 6)
  expect(await chainOf(store)).toEqual([
    'Omar operator claim trace-1',
    'Omar operator accepted',
    'Ada admin set-cluster trace-2',
    'Ada admin accepted',
    'Ada admin release trace-3',
    'Ada admin accepted',
  ])
})

test('says of a claim given back while Gardener does not answer who did that, and that the console went on with it', async () => {
  const { claim, garden, namespace, store } = await world({ a: FREE })
  const { claim: done } = await claim(awsRequest('t-1'), 'k1')
  const hasty = await hastyService(garden, namespace, store)
  garden.faults.add({ match: { userAgent: 'hap-console/hasty' }, times: 0, mishap: { type: 'status', status: 503 } })
  expect((await hasty.release(done.id, CALLER)).claim.status).toBe('releasing')
  await until(async () => (await chainOf(store)).length === 4)
  garden.faults.clear()
  await hasty.sweep()
  expect((await hasty.get(done.id)).claim.status).toBe('released')
  await until(async () => (await chainOf(store)).length === 5)
  expect((await chainOf(store)).slice(2)).toEqual([
    'olga operator release',
    'olga operator accepted',
    'hap-console accepted',
  ])
})

test('says what the console did by itself', async () => {
  const { claim, service, create, store } = await world({})
  const { claim: waiting } = await claim(awsRequest('t-1'), 'k1')
  await create('a', FREE)
  await until(async () => {
    await service.sweep()
    return (await service.get(waiting.id)).claim.status === 'reserved'
  })
  await until(async () => (await chainOf(store)).length === 4)
  expect((await chainOf(store)).slice(2)).toEqual(['hap-console claim', 'hap-console accepted'])
})
