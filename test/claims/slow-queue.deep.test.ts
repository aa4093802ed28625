import { expect, test } from 'vitest'
import { waitUntil } from '../kit/wait.ts'
import { FREE, SHARED, world } from './claim-world.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

test('a waiting claim that times out leaves the queues of other pools running', async () => {
  const { claim, create, service, store, errors, inventory } = await world({})
  const { claim: slow } = await claim(awsRequest('t-1'), 'k1')
  const { claim: other } = await claim(trialRequest('t-2'), 'k2')
  expect([slow.status, other.status]).toEqual(['waiting', 'waiting'])
  // Another process holds the slot of the tenant.
  await store.db.$executeRaw`
    UPDATE tenant_slot SET holder = 'p9', lease_until = clock_timestamp() + interval '1 hour' WHERE tenant = 't-1'`
  await create('a', FREE)
  await create('s', SHARED)
  await waitUntil(() => inventory.pools.size === 2)
  await service.processQueue(null)
  expect((await service.get(slow.id)).claim).toMatchObject({ status: 'waiting', isUnleased: true })
  expect((await service.get(other.id)).claim).toMatchObject({ status: 'reserved', binding: { name: 's' } })
  expect(errors).toHaveLength(1)
})
