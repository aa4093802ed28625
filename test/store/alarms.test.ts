import { expect, test } from 'vitest'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { getPoolFacts } from '#lib/queries/pools/pool-facts.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { PoolAlarms } from '#lib/runtime/start-queries.ts'
import { readAlarms } from '#lib/store/alarms.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const DAY = 86_400_000
const POOL = 'aws'
const MOST = 4

/** A replica of the console, and what changes the number of usable accounts it sees in the pool. */
function replica(store: Store, { low, high }: { readonly low: number; readonly high: number }) {
  const { context, writer } = landscapeContext('small')
  const marks = (least: number, most: number) => ({
    all: { low: least, high: most, percent: false },
    byPool: new Map(),
  })
  const accounts = {
    ...marks(0, 0),
    byPool: new Map([[POOL, { low, high, percent: false }]]),
  }
  const alarms = new PoolAlarms(store, { accounts, days: marks(7, 10) })
  const own = (binding: Binding, tenantName: string | null) => {
    const { tenantName: _, ...labels } = binding.labels
    const resourceVersion = `changed ${changes++}`
    const changed = { ...binding, resourceVersion, labels: { ...labels, ...(tenantName !== null && { tenantName }) } }
    writer.bindings(binding.kind).put(bindingKey(binding), changed)
  }
  let changes = 0
  const there = [...context.inventory.pools.values()].flatMap(pooled => {
    const pool = poolOf(pooled)
    return pool && poolKey(pool) === POOL && stateAt(pooled, context.at) === 'free' ? [pooled.binding] : []
  })
  const [sample] = there
  if (!sample) throw new Error('The landscape has no free account in the pool.')
  return {
    context,
    /** Makes this many of the replica’s own accounts usable, and none of the landscape. */
    leave(usable: number) {
      for (const binding of there) own(binding, 'ga-new')
      for (let index = 0; index < MOST; index++) {
        const [name, uid] = [`extra-${index}`, `extra-${index}`]
        const extra = { ...sample, name, uid, account: { ...sample.account, name } }
        own(extra, index < usable ? null : 'ga-new')
      }
      expect(getPoolFacts(context).pools.get(POOL)?.usable).toBe(usable)
    },
    sync: () => alarms.sync(context),
    raised: () => [...(alarms.of(context).raised.get(POOL)?.keys() ?? [])],
    revision: () => alarms.revision,
  }
}

const BAND = { low: 2, high: 3 }
const written = async (store: Store) => [...((await readAlarms(store.db)).get(POOL)?.keys() ?? [])]

test('raises an alarm immediately, keeps it within the band, clears it above, and stores each change', async () => {
  const store = await testStore()
  const one = replica(store, BAND)
  one.leave(4)
  await one.sync()
  expect(one.raised()).toEqual([])
  one.leave(3)
  expect(one.raised()).toEqual([])
  one.leave(1)
  expect(one.raised()).toEqual(['low'])
  one.leave(3)
  expect(one.raised()).toEqual(['low'])
  await one.sync()
  expect(await written(store)).toEqual(['low'])
  one.leave(4)
  expect(one.raised()).toEqual([])
  await one.sync()
  expect(await written(store)).toEqual([])
  expect(one.revision()).toBe(0)
})

test('a replica that starts within the band takes the alarm from the database, and clears it when another replica does', async () => {
  const store = await testStore()
  const [one, two] = [replica(store, BAND), replica(store, BAND)]
  one.leave(1)
  await one.sync()
  one.leave(3)
  two.leave(3)
  expect(two.raised()).toEqual([])
  await two.sync()
  expect(two.raised()).toEqual(['low'])
  expect(two.revision()).toBe(1)

  one.leave(4)
  await one.sync()
  await two.sync()
  expect(two.raised()).toEqual([])
  expect(await written(store)).toEqual([])
})

test('replicas that raise an alarm at the same time store it once', async () => {
  const store = await testStore()
  const replicas = [1, 2, 3].map(() => replica(store, BAND))
  for (const each of replicas) each.leave(0)
  await Promise.all(replicas.map(each => each.sync()))
  expect(await store.db.poolAlarm.count()).toBe(1)
})

test('raises an alarm for a short runway from the recorded state changes', async () => {
  const store = await testStore()
  const one = replica(store, { low: 0, high: 0 })
  one.leave(MOST)
  const at = (daysAgo: number) => new Date(one.context.at - daysAgo * DAY)
  const change = {
    kind: 'CredentialsBinding',
    namespace: 'garden',
    uid: 'u',
    account: 'a',
    poolKey: POOL,
    cause: 'observed',
  }
  await store.db.stateChange.createMany({
    data: Array.from({ length: 10 * MOST }, (_, index) => ({
      ...change,
      name: `b-${index}`,
      at: at(1 + (index % 9)),
      fromState: 'free',
      toState: 'claimed',
    })),
  })
  await store.db.stateChange.create({ data: { ...change, name: 'first', at: at(10), toState: 'free' } })
  await one.sync()
  expect(one.raised()).toEqual(['runway'])
  expect(one.revision()).toBe(1)
})
