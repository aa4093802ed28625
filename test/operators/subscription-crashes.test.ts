import { expect, test } from 'vitest'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { FREE, SHARED, until } from '../claims/claim-world.ts'
import { atEveryEnd } from './at-every-end.ts'
import { type End, mortalSubscriptions, otherWrites } from './mortal-context.ts'
import { INTACT, type RequestWorld, requestWorld } from './request-world.ts'

const WRITES = [
  '1 finalizers of subscriptionrequests',
  'claim',
  'apply subscriptionrequests/status',
  'release',
  '0 finalizers of subscriptionrequests',
]
const NAMING = 'setCluster'

/** An operator that ends at a write, and one that comes after it. */
async function succession(world: RequestWorld, end: End) {
  const { life, mortal } = mortalSubscriptions({ client: world.admin, claims: world.service }, end)
  const first = await world.operator({ change: mortal })
  let isOver = false
  const takeOver = async () => {
    if (isOver) return
    isOver = true
    await first.stop()
    await world.operator()
  }
  return { life, takeOver }
}

/** Nothing is left that stands for nobody, and of these accounts at most one was ever claimed. */
async function expectNothingLeft(world: RequestWorld, accounts: readonly string[] = []): Promise<void> {
  const sweep = { client: world.admin, claims: world.service, landscape: INTACT, now: () => Date.now() + 600_000 }
  await releaseOrphans(sweep, AbortSignal.timeout(60_000))
  const open = (await world.claims()).filter(claim => !/(released|refused|failed)$/.test(claim))
  expect(open).toEqual([])
  const labels = await Promise.all(accounts.map(name => world.labels(name)))
  expect(labels.filter(each => 'tenantName' in each).length).toBeLessThanOrEqual(1)
}

atEveryEnd('made and deleted', WRITES, async end => {
  const world = await requestWorld({ a: FREE, b: FREE })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', { cluster: 'c-1' })
  await until(async () => life.isOver || (await world.read('r'))?.status?.gardenerSecretName !== undefined)
  if (life.isOver) await takeOver()
  const ready = await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  expect(ready.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True')
  await world.remove('r')
  await until(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world, ['a', 'b'])
  return life.isOver
})

atEveryEnd('made without a plan for either kind and deleted', WRITES, async end => {
  const world = await requestWorld({ a: FREE, s: SHARED })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', { subscriptionSelector: 't-1 || shared' }, { withoutPlan: true })
  await until(async () => life.isOver || (await world.read('r'))?.status?.gardenerSecretName !== undefined)
  if (life.isOver) await takeOver()
  const ready = await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  expect(ready.status?.gardenerSecretName).toBe('a')
  await world.remove('r')
  await until(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world)
  return life.isOver
})

atEveryEnd('changed while it waits', WRITES, async end => {
  const world = await requestWorld({ a: SHARED, b: SHARED })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', {})
  await until(async () => life.isOver || (await world.read('r'))?.status?.position !== undefined)
  // The next one finds it changed, whatever the first one had come to.
  await world.edit('r', { plan: 'trial', subscriptionSelector: 'shared || t-1' })
  await until(async () => life.isOver || (await world.read('r'))?.status?.gardenerSecretName !== undefined)
  if (life.isOver) await takeOver()
  await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  await world.remove('r')
  await until(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world)
  return life.isOver
})

atEveryEnd('deleted while it waits', WRITES, async end => {
  const world = await requestWorld({})
  const { life, takeOver } = await succession(world, end)
  await world.request('r', {})
  await until(async () => life.isOver || (await world.read('r'))?.status?.position !== undefined)
  await world.remove('r')
  await until(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world)
  return life.isOver
})

atEveryEnd('made, and told its cluster later', [NAMING], async end => {
  const world = await requestWorld({ a: FREE, b: FREE })
  const { life, takeOver } = await succession(world, end)
  await world.request('r', {})
  const ready = await world.seen('r', request => request.status?.gardenerSecretName !== undefined)
  await world.edit('r', { cluster: 'c-7' })
  const id = ready.status?.claim ?? ''
  await until(async () => life.isOver || (await world.service.get(id)).claim.cluster === 'c-7')
  if (life.isOver) await takeOver()
  await until(async () => (await world.service.get(id)).claim.cluster === 'c-7')
  expect(await world.claims()).toEqual(['a reserved'])
  await world.remove('r')
  await until(async () => life.isOver || (await world.read('r')) === null)
  if (life.isOver) await takeOver()
  await world.gone('r')
  await expectNothingLeft(world, ['a', 'b'])
  return life.isOver
})

test('there is no other kind of write', () => expect(otherWrites([...WRITES, NAMING])).toEqual([]))
