import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Secret } from '#lib/secret.ts'
import { StoreUnavailableError } from '#lib/store/failure/store-errors.ts'
import { openStore } from '#lib/store/open-store.ts'
import type { Store } from '#lib/store/store.ts'
import type { StoreEvents } from '#lib/store/store-events.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { startPostgres } from './postgres/start-postgres.ts'
import { SILENT } from './silent.ts'
import { newServerDatabase } from './test-store.ts'

const WAIT_MS = 30_000

async function open(url: string, events: Partial<StoreEvents> = {}) {
  const store = await openStore({
    database: { url: new Secret(url), connections: 4 },
    slowMs: 60_000,
    events: { ...SILENT, ...events },
  })
  onTestFinished(() => store.close())
  return store
}

async function until(store: Store, state: 'up' | 'down'): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (store.health().state !== state) {
    if (performance.now() > end) throw new Error(`The store did not get ${state}.`)
    await sleep(20)
  }
}

describe('a server that goes away', () => {
  test('is said to be down, and is used again once it answers, without a restart', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const told: string[] = []
    const store = await open(server.url, { down: message => void told.push(message), up: () => void told.push('up') })
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
    expect(told).toEqual([expect.stringContaining('is not responding'), 'up'])
  })

  test('that takes no changes is down, until it takes them', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const store = await open(server.url)
    const administrator = new pg.Client({ connectionString: server.url })
    await administrator.connect()
    onTestFinished(() => administrator.end())
    const set = async (value: 'on' | 'off') => {
      await administrator.query('SET default_transaction_read_only = off')
      await administrator.query(`ALTER ROLE hap SET default_transaction_read_only = ${value}`)
      // A session has what was so when it began.
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

  test('need not be there at the start', async () => {
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

  test('a session ended by the administrator is an outage, not a fault of the statement', async () => {
    const store = await open(await newServerDatabase())
    const ended = store.transaction(async tx => {
      await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`
    })
    await expect(ended).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await store.db.poolSlot.count()).toBe(0)
  })

  test('a connection that breaks during the commit leaves the outcome open, and says so', async () => {
    const proxy = await cuttingProxy(await newServerDatabase())
    onTestFinished(() => proxy.close())
    const store = await open(proxy.url)
    proxy.cutAfter('COMMIT')
    const written = store.transaction(tx => tx.poolSlot.create({ data: { key: 'a' } }))
    await expect(written).rejects.toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: true })
    expect(await store.db.poolSlot.count()).toBe(1)
  })

  test('a connection that breaks before the commit has written nothing, and says so', async () => {
    const proxy = await cuttingProxy(await newServerDatabase())
    onTestFinished(() => proxy.close())
    const store = await open(proxy.url)
    proxy.cutAfter('INSERT')
    const written = store.transaction(tx => tx.poolSlot.create({ data: { key: 'a' } }))
    await expect(written).rejects.toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: false })
    expect(await store.db.poolSlot.count()).toBe(0)
  })

  test('neither password nor user of the URL appears in what is said', async () => {
    const store = await open('postgresql://somebody:hunter2@127.0.0.1:1/hap')
    const said = JSON.stringify(store.health())
    expect(said).toContain('127.0.0.1:1')
    expect(said).not.toMatch(/hunter2|somebody/)
  })
})
