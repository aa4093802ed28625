import { expect, test } from 'vitest'
import type { Store } from '#lib/store/store.ts'
import { FREE, until, world } from './claim-world.ts'
import { awsRequest } from './schedules/test-rules.ts'

/** The chain in words: who did what, by which role, in which request, and what came of it. */
async function chainOf(store: Store): Promise<readonly string[]> {
  const entries = await store.db.auditEntry.findMany({ orderBy: { seq: 'asc' } })
  return entries.map(({ actor, role, action, requestId, outcome }) =>
    [actor, role, action, requestId, outcome].filter(word => word !== null).join(' '),
  )
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
