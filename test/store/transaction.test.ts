import { expect, test } from 'vitest'
import { isUniqueViolation, StoreConflictError, StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { createStore } from '#lib/store/store.ts'
import { SILENT } from './silent.ts'
import { testStore } from './test-store.ts'

const revision = (version: number) => ({
  version,
  allowed: ['ga-1', 'with "quotes", and commas'],
  limits: { default: 3, providers: { aws: 180 } },
  minBindingsForGuard: 0,
  at: new Date('2026-11-21T10:00:00.123Z'),
  actor: 'tester',
  reason: 'a test',
})

test('what is written is read again, times in UTC whatever the server says', async () => {
  const { db } = await testStore()
  await db.multiAccountRevision.create({ data: revision(1) })
  expect(await db.multiAccountRevision.findMany()).toEqual([{ ...revision(1), ticket: null, auditSeq: null }])
  const [row] = await db.$queryRaw<{ text: string }[]>`SELECT at::text AS text FROM multi_account_revision`
  expect(row?.text).toBe('2026-11-21 10:00:00.123+00')
})

test('a transaction that throws leaves nothing behind', async () => {
  const store = await testStore()
  const failed = store.transaction(async tx => {
    await tx.multiAccountRevision.create({ data: revision(1) })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await store.db.multiAccountRevision.count()).toBe(0)
})

test('a full disk is said in words and told once, and what can be read is read', async () => {
  const told: string[] = []
  const store = await testStore({ events: { down: message => void told.push(message) } })
  const write = () =>
    store.db.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
  for (let time = 0; time < 2; time++) {
    const failed = await write().catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StoreUnavailableError)
    expect(String(failed)).toContain('its disk is full')
  }
  expect(told).toEqual([expect.stringContaining('its disk is full')])
  expect(await store.db.multiAccountRevision.count()).toBe(0)
})

test('read, then write: of racing transactions none overwrites another', async () => {
  const store = await testStore()
  const append = () =>
    store.transaction(async tx => {
      const last = await tx.multiAccountRevision.aggregate({ _max: { version: true } })
      await tx.multiAccountRevision.create({ data: revision((last._max.version ?? 0) + 1) })
    })
  const results = await Promise.allSettled(Array.from({ length: 8 }, append))
  // A rival that committed first may also show as a duplicate key; then nothing was written.
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect(isUniqueViolation(result.reason) || result.reason instanceof StoreConflictError).toBe(true)
  }
  const won = results.filter(({ status }) => status === 'fulfilled').length
  expect(won).toBeGreaterThan(0)
  expect(await store.db.multiAccountRevision.count()).toBe(won)
})

test('write skew is not possible', async () => {
  const store = await testStore()
  await store.db.poolSlot.createMany({ data: [{ key: 'a' }, { key: 'b' }] })
  const remove = (key: string) =>
    store.transaction(async tx => {
      if ((await tx.poolSlot.count()) < 2) return
      await tx.poolSlot.delete({ where: { key } })
    })
  await Promise.all([remove('a'), remove('b')])
  expect(await store.db.poolSlot.count()).toBe(1)
})

test('work that loses is run again until it wins', async () => {
  const store = await testStore()
  await store.db.tenantSlot.create({ data: { tenant: 'ga-1', hyperscalerType: 'aws', euAccess: false } })
  const where = { tenant_hyperscalerType_euAccess: { tenant: 'ga-1', hyperscalerType: 'aws', euAccess: false } }
  await Promise.all(
    Array.from({ length: 6 }, () =>
      store.transaction(async tx => {
        const { token } = await tx.tenantSlot.findUniqueOrThrow({ where })
        await tx.tenantSlot.update({ where, data: { token: token + 1n } })
      }),
    ),
  )
  expect((await store.db.tenantSlot.findUniqueOrThrow({ where })).token).toBe(6n)
})

test('an error of the database that was caught does not look like a commit', async () => {
  const store = await testStore()
  await store.db.poolSlot.create({ data: { key: 'a' } })
  const caught = store.transaction(async tx => {
    await tx.poolSlot.create({ data: { key: 'b' } })
    await tx.poolSlot.create({ data: { key: 'a' } }).catch(() => {})
  })
  await expect(caught).rejects.toSatisfy(error => isUniqueViolation(error, 'pool_slot_pkey'))
  expect(await store.db.poolSlot.count()).toBe(1)
})

test('a missing row is no error of the database and may be caught', async () => {
  const store = await testStore()
  await store.transaction(async tx => {
    await tx.poolSlot.create({ data: { key: 'a' } })
    await tx.poolSlot.delete({ where: { key: 'nobody' } }).catch(() => {})
  })
  expect(await store.db.poolSlot.count()).toBe(1)
})

test('inside a transaction neither the other client nor another transaction may be used', async () => {
  const store = await testStore()
  await expect(store.transaction(() => store.db.poolSlot.count())).rejects.toThrow('only its own tx')
  await expect(store.transaction(() => store.transaction(tx => tx.poolSlot.count()))).rejects.toThrow(
    'inside a transaction',
  )
  expect(await store.db.poolSlot.count()).toBe(0)
})

test('many transactions at once wait for each other', async () => {
  const store = await testStore()
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      store.transaction(tx => tx.poolSlot.create({ data: { key: `k${index}` } }), { isolation: 'read-committed' }),
    ),
  )
  expect(await store.db.poolSlot.count()).toBe(60)
})

test('slow statements are told without their parameters', async () => {
  const told: string[] = []
  const store = await testStore({ slowMs: 0, events: { slow: ({ what, sql }) => void told.push(`${what} ${sql}`) } })
  await store.transaction(tx => tx.tenantSlot.findMany({ where: { tenant: 'secret-tenant' } }))
  expect(told.some(line => line.startsWith('statement SELECT'))).toBe(true)
  expect(told.some(line => line.startsWith('transaction'))).toBe(true)
  expect(told.join()).not.toContain('secret-tenant')
})

test('a store that is closed asks nothing any more, and leaves nothing on its connection', async () => {
  const { connection } = await testStore()
  const listeners = () => connection.pool.listenerCount('error')
  const before = listeners()
  const store = createStore({
    connection,
    slowMs: 60_000,
    events: SILENT,
    health: () => ({ state: 'up', since: 0 }),
    now: Date.now,
    suspect: () => {},
  })
  expect(await store.db.claim.count()).toBe(0)
  await store.disconnect()
  await expect(store.db.claim.count()).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(store.transaction(async () => 1)).rejects.toBeInstanceOf(StoreUnavailableError)
  expect(listeners()).toBe(before)
})
