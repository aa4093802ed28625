import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { openStore } from '#lib/store/open-store.ts'
import type { Store, StoreEvents } from '#lib/store/store.ts'
import { Secret } from '#lib/util/secret.ts'
import { waitUntil } from '../../kit/wait.ts'
import { cuttingProxy } from '../cutting-proxy.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { SILENT } from '../silent.ts'
import { newServerDatabase } from '../test-store.ts'

const WAIT_MS = 30_000

async function open(url: string, events: Partial<StoreEvents> = {}, answerMs = 60_000) {
  const store = await openStore({
    database: { url: new Secret(url), connections: 4, answerMs },
    slowMs: 60_000,
    events: { ...SILENT, ...events },
  })
  onTestFinished(() => store.close())
  return store
}

const until = (store: Store, state: 'up' | 'down') => waitUntil(() => store.health().state === state)

describe('a server outage', () => {
  test('is reported, and ends without a restart once the server responds', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const events: string[] = []
    const store = await open(server.url, {
      down: message => void events.push(message),
      up: () => void events.push('up'),
    })
    await store.db.poolSlot.create({ data: { key: 'before' } })

    await server.kill()
    await expect(store.db.poolSlot.count()).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(store.transaction(tx => tx.poolSlot.count())).rejects.toBeInstanceOf(StoreUnavailableError)
    await until(store, 'down')
    const failed = await store.db.poolSlot.count().catch((error: unknown) => error)
    expect(String(failed)).toContain(`127.0.0.1:${server.port}`)
    expect(String(failed)).toContain('DATABASE_URL')

    await server.restart()
    await until(store, 'up')
    expect(await store.db.poolSlot.findMany()).toEqual([{ key: 'before' }])
    expect(events).toEqual([expect.stringContaining('is not responding'), 'up'])
  })

  test('includes a read-only server, until it accepts writes', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const store = await open(server.url)
    const administrator = new pg.Client({ connectionString: server.url })
    await administrator.connect()
    onTestFinished(() => administrator.end())
    const set = async (value: 'on' | 'off') => {
      await administrator.query('SET default_transaction_read_only = off')
      await administrator.query(`ALTER ROLE hap SET default_transaction_read_only = ${value}`)
      // A session keeps the setting from its beginning.
      await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
        'hap-console',
      ])
    }
    await set('on')
    await until(store, 'down')
    await vi.waitFor(
      async () => expect(store.health()).toMatchObject({ message: expect.stringContaining('read-only') }),
      WAIT_MS,
    )
    await expect(store.transaction(tx => tx.poolSlot.create({ data: { key: 'x' } }))).rejects.toThrow('read-only')
    await set('off')
    await until(store, 'up')
    await store.db.poolSlot.create({ data: { key: 'x' } })
  })

  test('of a full disk only affects changes, and is reported while reads work', async () => {
    const store = await open(await newServerDatabase('made'))
    const write = store.transaction(
      tx => tx.$executeRaw`
      DO $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`,
    )
    await expect(write).rejects.toThrow(/its disk is full .* Free some space there/)
    expect(store.health()).toMatchObject({ state: 'up', full: expect.stringContaining('its disk is full') })
    expect(await store.db.poolSlot.count()).toBe(0)
  })

  test('at the start ends once the server responds', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    await server.kill()
    const store = await open(server.url)
    expect(store.health()).toMatchObject({ state: 'starting', message: expect.stringContaining('is not responding') })
    await expect(store.db.claim.count()).rejects.toBeInstanceOf(StoreUnavailableError)
    await server.restart()
    await until(store, 'up')
    expect(await store.db.claim.count()).toBe(0)
  })

  test('includes a session ended by the administrator, which is no error of the statement', async () => {
    const store = await open(await newServerDatabase('made'))
    const ended = store.transaction(async tx => {
      await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`
    })
    await expect(ended).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await store.db.poolSlot.count()).toBe(0)
  })

  test('during a commit leaves the outcome unknown, and is reported as such', async () => {
    const proxy = await cuttingProxy(await newServerDatabase('made'))
    onTestFinished(() => proxy.close())
    const store = await open(proxy.url)
    proxy.cutAfter('COMMIT')
    const written = store.transaction(tx => tx.poolSlot.create({ data: { key: 'a' } }))
    await expect(written).rejects.toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: true })
    expect(await store.db.poolSlot.count()).toBe(1)
  })

  test('before a commit means nothing was written, and is reported as such', async () => {
    const proxy = await cuttingProxy(await newServerDatabase('made'))
    onTestFinished(() => proxy.close())
    const store = await open(proxy.url)
    proxy.cutAfter('INSERT')
    const written = store.transaction(tx => tx.poolSlot.create({ data: { key: 'a' } }))
    await expect(written).rejects.toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: false })
    expect(await store.db.poolSlot.count()).toBe(0)
  })

  test('is reported without the user and password of the URL', async () => {
    const store = await open('postgresql://somebody:hunter2@127.0.0.1:1/hap')
    const said = JSON.stringify(store.health())
    expect(said).toContain('127.0.0.1:1')
    expect(said).not.toMatch(/hunter2|somebody/)
  })
})

describe('connections that die without closing', () => {
  const ANSWER_MS = 1_000

  async function behindProxy() {
    const proxy = await cuttingProxy(await newServerDatabase('made'))
    onTestFinished(() => proxy.close())
    const store = await open(proxy.url, {}, ANSWER_MS)
    // As many as the pool has.
    await Promise.all(Array.from({ length: 4 }, () => store.db.$queryRaw`SELECT pg_sleep(0.2)::text`))
    return { proxy, store }
  }

  test('fail their calls, are replaced, and leave the store up', async () => {
    const { proxy, store } = await behindProxy()
    proxy.freeze()
    const waiting = [
      store.db.poolSlot.count(),
      store.transaction(tx => tx.poolSlot.count()),
      store.transaction(tx => tx.poolSlot.count(), { isolation: 'read-committed' }),
      store.connection.pool.query('SELECT 1'),
    ]
    const failed = await Promise.allSettled(waiting)
    expect(failed.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    expect(failed[0]).toMatchObject({ reason: { name: 'StoreUnavailableError' } })
    expect(failed[1]).toMatchObject({ reason: { name: 'StoreUnavailableError', outcomeUnknown: false } })
    await until(store, 'up')
    await store.transaction(tx => tx.poolSlot.create({ data: { key: 'after' } }))
    expect(await store.db.poolSlot.count()).toBe(1)
  })

  test('leave the outcome of a commit unknown', async () => {
    const { proxy, store } = await behindProxy()
    proxy.freezeAfter('COMMIT')
    const written = store.transaction(tx => tx.poolSlot.create({ data: { key: 'a' } }))
    await expect(written).rejects.toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: true })
  })

  test('do not prevent the store from closing', async () => {
    const proxy = await cuttingProxy(await newServerDatabase('made'))
    onTestFinished(() => proxy.close())
    const database = { url: new Secret(proxy.url), connections: 4, answerMs: ANSWER_MS }
    const store = await openStore({ database, slowMs: 60_000, events: SILENT })
    await store.db.poolSlot.count()
    proxy.freeze()
    const waiting = store.db.poolSlot.count()
    await Promise.all([store.close(), expect(waiting).rejects.toThrow()])
  })

  test('slow statements that queue on one connection are not cut', async () => {
    const { store } = await behindProxy()
    await store.transaction(async tx => {
      await Promise.all([1, 2, 3].map(() => tx.$queryRaw`SELECT pg_sleep(0.6)::text`))
    })
  })
})
