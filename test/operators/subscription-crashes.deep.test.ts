import { expect, test } from 'vitest'
import { FREE, SHARED } from '../claims/claim-world.ts'
import { waitUntil } from '../kit/wait.ts'
import { atEveryEnd } from './at-every-end.ts'
import { otherWrites } from './mortal-context.ts'
import { requestWorld } from './request-world.ts'
import { crashSubscription, expectNothingLeft, succession } from './subscription-crash.ts'

const WRITES = [
  '1 finalizers of subscriptionrequests',
  'claim',
  'apply subscriptionrequests/status',
  'release',
  '0 finalizers of subscriptionrequests',
]
const NAMING = 'setCluster'

atEveryEnd('a request that is created and deleted', WRITES, crashSubscription)

atEveryEnd('a request without a plan for either kind that is deleted', WRITES, async end => {
  const world = await requestWorld({ a: FREE, s: SHARED })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', { subscriptionSelector: 't-1 || shared' }, { withoutPlan: true })
  await waitUntil(async () => life.isOver || (await world.read('r'))?.status?.gardenerSecretName !== undefined)
  if (life.isOver) await takeOver()
  const ready = await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  expect(ready.status?.gardenerSecretName).toBe('a')
  await world.remove('r')
  await waitUntil(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world)
  return life.isOver
})

atEveryEnd('a request that is changed while it waits', WRITES, async end => {
  const world = await requestWorld({ a: SHARED, b: SHARED })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', {})
  await waitUntil(async () => life.isOver || (await world.read('r'))?.status?.position !== undefined)
  // The successor finds it changed, regardless of the progress of the first operator.
  await world.edit('r', { plan: 'trial', subscriptionSelector: 'shared || t-1' })
  await waitUntil(async () => life.isOver || (await world.read('r'))?.status?.gardenerSecretName !== undefined)
  if (life.isOver) await takeOver()
  await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  await world.remove('r')
  await waitUntil(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world)
  return life.isOver
})

atEveryEnd('a request that is deleted while it waits', WRITES, async end => {
  const world = await requestWorld({})
  const { life, takeOver } = await succession(world, end)
  await world.request('r', {})
  await waitUntil(async () => life.isOver || (await world.read('r'))?.status?.position !== undefined)
  await world.remove('r')
  await waitUntil(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world)
  return life.isOver
})

atEveryEnd('a request whose cluster is set later', [NAMING], async end => {
  const world = await requestWorld({ a: FREE, b: FREE })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', {})
  const ready = await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  await world.edit('r', { cluster: 'c-7' })
  const id = ready.status?.claim ?? ''
  await waitUntil(async () => life.isOver || (await world.service.get(id)).claim.cluster === 'c-7')
  if (life.isOver) await takeOver()
  await waitUntil(async () => (await world.service.get(id)).claim.cluster === 'c-7')
  expect(await world.claims()).toEqual(['a reserved'])
  await world.remove('r')
  await waitUntil(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world, ['a', 'b'])
  return life.isOver
})

test('there is no other kind of write', () => expect(otherWrites([...WRITES, NAMING])).toEqual([]))
