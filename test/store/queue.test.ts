import { expect, test } from 'vitest'
import { getQueue, listQueueLengths, QueueRegister } from '#lib/queries/pools/queues.ts'
import { listPoolQueues } from '#lib/services/actions/preview-action.ts'
import { waitsOn } from '#lib/services/claims/wait-reason.ts'
import { findPosition } from '#lib/store/claims/queues.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 10, minute))
const numbered = {
  reasonOf: (message: string, place: number) => `${place}: ${message}`,
  cancelRefusalOf: (key: string) => (key === 'c' ? 'It belongs to a request.' : null),
}

async function claims(store: Store): Promise<void> {
  const rows = [
    ['a', 'ga-1', 'aws~eu', 'waiting', at(1)],
    ['b', 'ga-2', 'aws', 'waiting', at(2)],
    ['c', 'ga-2', 'aws~eu', 'intent', at(3)],
    ['d', 'ga-3', 'aws~eu', 'intent', null],
    ['e', 'ga-3', 'aws~eu', 'released', at(5)],
    ['f', 'ga-3', 'aws~eu', 'waiting', null],
    ['g', 'ga-1', 'aws~eu', 'waiting', at(7)],
  ] as const
  for (const [id, tenant, poolKey, status, queuedAt] of rows)
    await store.db.claim.create({
      data: {
        id,
        idempotencyKey: id,
        requestHash: 'hash',
        request: { plan: 'aws' },
        tenant,
        plan: 'aws',
        poolKey,
        status,
        queuedAt,
        message: id === 'g' ? null : 'Waits.',
        actor: 'keb',
        createdAt: at(0),
      },
    })
}

test('lists waiting claims in the order of arrival, with the positions their claims report', async () => {
  const store = await testStore()
  await claims(store)
  const { claims: queued, total } = await getQueue(store.db, { poolKey: 'aws~eu' }, numbered)
  const lines = queued.map(each => [each.id, each.globalAccount, each.position, each.since, each.reason])
  expect(lines).toEqual([
    ['a', 'ga-1', 1, at(1).toISOString(), '1: Waits.'],
    ['c', 'ga-2', 2, at(3).toISOString(), '2: Waits.'],
    ['f', 'ga-3', 3, at(0).toISOString(), '3: Waits.'],
    ['g', 'ga-1', 4, at(7).toISOString(), ''],
  ])
  expect(total).toBe(4)
  expect(queued.flatMap(({ id, cancelRefusal }) => (cancelRefusal === null ? [] : [id, cancelRefusal]))).toEqual([
    'c',
    'It belongs to a request.',
  ])
  expect(new Set(queued.map(({ actor }) => actor))).toEqual(new Set(['keb']))
  const ledger = storeLedger(store)
  for (const { id, position: place } of queued) {
    const claim = await ledger.get(id)
    expect(claim && (await findPosition(store.db, claim)), id).toBe(place)
  }
})

test('lists the claims of a global account in every queue, with their positions', async () => {
  const store = await testStore()
  await claims(store)
  const places = async (tenant: string) =>
    (await getQueue(store.db, { tenant }, numbered)).claims.map(each => `${each.id} ${each.position}`)
  expect(await places('ga-1')).toEqual(['a 1', 'g 4'])
  expect(await places('ga-2')).toEqual(['b 1', 'c 2'])
  expect(await places('ga-9')).toEqual([])
})

test('returns the first claim of each queue, and its reason if it waits for something other than an account', async () => {
  const store = await testStore()
  expect(await listPoolQueues(store.db, ['aws', 'aws~eu'])).toEqual([])
  await claims(store)
  const of = async (...pools: string[]) => await listPoolQueues(store.db, pools)
  const aws = { pool: 'aws', claims: 1, first: 'ga-2', aside: null }
  const eu = { pool: 'aws~eu', claims: 4, first: 'ga-1', aside: null }
  expect(await of('aws~eu', 'gcp', 'aws')).toEqual([aws, eu])
  expect(await of('gcp')).toEqual([])
  await store.db.claim.update({ where: { id: 'b' }, data: { message: waitsOn('Gardener does not answer.') } })
  expect(await of('aws')).toEqual([{ ...aws, aside: 'its last attempt failed. Gardener does not answer.' }])
  await store.db.claim.update({ where: { id: 'a' }, data: { status: 'intent' } })
  expect(await of('aws~eu')).toEqual([{ ...eu, aside: 'another account is being claimed for it.' }])
})

test('counts the queue of each pool, and truncates a long list but not its count', async () => {
  const store = await testStore()
  expect(await listQueueLengths(store.db)).toEqual([])
  await claims(store)
  const of = (euAccess: boolean) => ({ hyperscalerType: 'aws', euAccess, shared: false })
  expect(await listQueueLengths(store.db)).toEqual([
    { pool: of(true), claims: 4 },
    { pool: of(false), claims: 1 },
  ])
  await store.connection.pool.query(`
    INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, status, actor, updated_at, pool_key)
    SELECT 'n' || n, 'n' || n, '', '{}', 'ga-7', 'waiting', 'keb', now(), 'gcp' FROM generate_series(1, 300) AS n`)
  const { claims: first, total } = await getQueue(store.db, { poolKey: 'gcp' }, numbered)
  expect([first.length, first.at(-1)?.position, total]).toEqual([200, 200, 300])
})

test('counts all queues together, as one object while they are unchanged, and as unknown without the database', async () => {
  const store = await testStore()
  const of = () => new QueueRegister(store).read()
  expect(await of()).toEqual(new Map())
  await claims(store)
  const register = new QueueRegister(store)
  const counted = await register.read()
  expect(counted).toEqual(
    new Map([
      ['aws~eu', 4],
      ['aws', 1],
    ]),
  )
  expect(await register.read()).toBe(counted)
  const down = { db: store.db, health: () => ({ state: 'down', since: 0, message: 'It does not answer.' }) as const }
  expect(await new QueueRegister(down).read()).toBeNull()
})
