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

test('reads back written rows, with times in UTC regardless of the server’s time zone', async () => {
  const { db } = await testStore()
  await db.multiAccountRevision.create({ data: revision(1) })
  expect(await db.multiAccountRevision.findMany()).toEqual([{ ...revision(1), ticket: null, auditSeq: null }])
  const [row] = await db.$queryRaw<{ text: string }[]>`SELECT at::text AS text FROM multi_account_revision`
  expect(row?.text).toBe('2026-11-21 10:00:00.123+00')
})

test('a transaction that throws writes nothing', async () => {
  const store = await testStore()
  const failed = store.transaction(async tx => {
    await tx.multiAccountRevision.create({ data: revision(1) })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await store.db.multiAccountRevision.count()).toBe(0)
})

test('a full disk is reported once with a message, and reads still work', async () => {
  const reported: string[] = []
  const store = await testStore({ events: { down: message => void reported.push(message) } })
  const write = () =>
    store.db.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
  for (let time = 0; time < 2; time++) {
    const failed = await write().catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StoreUnavailableError)
    expect(String(failed)).toContain('its disk is full')
  }
  expect(reported).toEqual([expect.stringContaining('its disk is full')])
  expect(await store.db.multiAccountRevision.count()).toBe(0)
})

test('concurrent read-modify-write transactions do not overwrite each other', async () => {
  const store = await testStore()
  const append = () =>
    store.transaction(async tx => {
      const last = await tx.multiAccountRevision.aggregate({ _max: { version: true } })
      await tx.multiAccountRevision.create({ data: revision((last._max.version ?? 0) + 1) })
    })
  const results = await Promise.allSettled(Array.from({ length: 8 }, append))
  // A transaction that conflicts with a committed one may also fail with a duplicate key; then it wrote nothing.
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect(isUniqueViolation(result.reason) || result.reason instanceof StoreConflictError).toBe(true)
  }
  const won = results.filter(({ status }) => status === 'fulfilled').length
  expect(won).toBeGreaterThan(0)
  expect(await store.db.multiAccountRevision.count()).toBe(won)
})

test('prevents write skew', async () => {
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

test('retries conflicting transactions until they succeed', async () => {
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

test('a caught database error does not look like a commit', async () => {
  const store = await testStore()
  await store.db.poolSlot.create({ data: { key: 'a' } })
  const caught = store.transaction(async tx => {
    await tx.poolSlot.create({ data: { key: 'b' } })
    await tx.poolSlot.create({ data: { key: 'a' } }).catch(() => {})
  })
  await expect(caught).rejects.toSatisfy(error => isUniqueViolation(error, 'pool_slot_pkey'))
  expect(await store.db.poolSlot.count()).toBe(1)
})

test('a missing row is no database error and may be caught', async () => {
  const store = await testStore()
  await store.transaction(async tx => {
    await tx.poolSlot.create({ data: { key: 'a' } })
    await tx.poolSlot.delete({ where: { key: 'nobody' } }).catch(() => {})
  })
  expect(await store.db.poolSlot.count()).toBe(1)
})

test('rejects another client and a nested transaction inside a transaction', async () => {
  const store = await testStore()
  await expect(store.transaction(() => store.db.poolSlot.count())).rejects.toThrow('only its own tx')
  await expect(store.transaction(() => store.transaction(tx => tx.poolSlot.count()))).rejects.toThrow(
    'inside a transaction',
  )
  expect(await store.db.poolSlot.count()).toBe(0)
})

test('many simultaneous transactions wait for each other', async () => {
  const store = await testStore()
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      store.transaction(tx => tx.poolSlot.create({ data: { key: `k${index}` } }), { isolation: 'read-committed' }),
    ),
  )
  expect(await store.db.poolSlot.count()).toBe(60)
})

test('slow statements are reported without their parameters', async () => {
  const reported: string[] = []
  const store = await testStore({
    slowMs: 0,
    events: { slow: ({ what, sql }) => void reported.push(`${what} ${sql}`) },
  })
  await store.transaction(tx => tx.tenantSlot.findMany({ where: { tenant: 'secret-tenant' } }))
  expect(reported.some(line => line.startsWith('statement SELECT'))).toBe(true)
  expect(reported.some(line => line.startsWith('transaction'))).toBe(true)
  expect(reported.join()).not.toContain('secret-tenant')
})

test('a closed store rejects calls, and removes its listeners from the connection', async () => {
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
