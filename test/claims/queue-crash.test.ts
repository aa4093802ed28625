import { expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { waitUntil } from '../kit/wait.ts'
import { FREE, world } from './claim-world.ts'
import { startCrashingService } from './crashing-service.ts'
import { awsRequest } from './schedules/test-rules.ts'

/** Three waiting claims, a new account, and a process that ended while it served the first claim. */
async function endedWhileServing(point: CrashPoint) {
  const one = await world({})
  const ids: string[] = []
  for (const tenant of ['t-1', 't-2', 't-3']) ids.push((await one.claim(awsRequest(tenant), tenant)).claim.id)
  await one.create('a', FREE)
  const dying = await startCrashingService(one, point)
  void dying.service.processQueue('aws')
  await dying.ended()
  await one.store.db.$executeRaw`UPDATE claim SET lease_until = clock_timestamp() - interval '1 second'
    WHERE lease_until IS NOT NULL`
  await one.store.db.$executeRaw`UPDATE tenant_slot SET lease_until = clock_timestamp() - interval '1 second'
    WHERE lease_until IS NOT NULL`
  const { service } = await one.start('p2')
  /** The position of each waiting claim, the status of others. */
  const places = async () => {
    const answers = await Promise.all(ids.map(id => service.get(id)))
    return answers.map(({ claim, position }) => position ?? claim.status)
  }
  const comes = async (name: string, then: readonly (number | string)[]) => {
    await one.create(name, FREE)
    await waitUntil(async () => {
      await service.sweep()
      return JSON.stringify(await places()) === JSON.stringify(then)
    })
  }
  return { ...one, service, ids, places, comes }
}

test.each(['after-slot', 'after-intent', 'after-write'] as const)(
  'a process that ends %s while it serves the queue does not change the order',
  async point => {
    const { service, places, comes, errors } = await endedWhileServing(point)
    await service.sweep()
    expect(await places()).toEqual(['reserved', 1, 2])
    await comes('b', ['reserved', 'reserved', 1])
    await comes('c', ['reserved', 'reserved', 'reserved'])
    expect(errors).toEqual([])
  },
)

test('a claim whose account was taken by another client keeps its position, and reports why', async () => {
  const { service, ids, places, comes, admin, namespace } = await endedWhileServing('after-intent')
  const place = { resource: CREDENTIALS_BINDINGS, namespace, name: 'a' }
  const { metadata } = await admin.get<KubeObject>(place)
  const options = { resourceVersion: metadata?.resourceVersion ?? '' }
  await admin.patch(place, { metadata: { labels: { tenantName: 't-keb' } } }, options)
  await service.sweep()
  expect(await places()).toEqual([1, 2, 3])
  expect((await service.get(ids[0] ?? '')).claim).toMatchObject({
    account: null,
    message: 'Waits: it keeps its place. It was interrupted before a was written.',
  })
  await comes('b', ['reserved', 1, 2])
  await comes('c', ['reserved', 'reserved', 1])
  await comes('d', ['reserved', 'reserved', 'reserved'])
})
