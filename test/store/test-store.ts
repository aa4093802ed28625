import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { Secret } from '#lib/secret.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { type OpenStore, openStore, openStoreOn } from '#lib/store/open-store.ts'
import type { StoreEvents } from '#lib/store/store-events.ts'
import { SILENT } from './silent.ts'

interface TestStoreOptions {
  readonly events?: Partial<StoreEvents>
  readonly slowMs?: number
  /** Kind of database; default: the one this project of the suite is for. */
  readonly kind?: 'embedded' | 'postgres'
}

/** An open store on a database of its own, new and empty, closed after the test. */
export async function testStore({ events, slowMs = 60_000, kind }: TestStoreOptions = {}): Promise<OpenStore> {
  const all = { ...SILENT, ...events }
  const store =
    (kind ?? inject('database')) === 'postgres'
      ? await openStore({
          database: { url: new Secret(await newServerDatabase()), connections: 10 },
          slowMs,
          events: all,
        })
      : await openStoreOn(await emptyEmbedded(), slowMs, all)
  onTestFinished(() => store.close())
  return store
}

/** What an embedded database starts from in tests: making it takes seconds. */
export function emptyDatabase(): Blob {
  return new Blob([readFileSync(inject('emptyDatabase'))])
}

/** Embedded databases of this test file that no test has at this moment. */
const idle: Connection[] = []

async function emptyEmbedded(): Promise<Connection> {
  const connection = idle.pop() ?? (await openEmbedded({ folder: null, template: emptyDatabase() }))
  await connection.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  return {
    ...connection,
    close: async () => {
      idle.push(connection)
    },
  }
}

/** URL of a new empty database on the server all tests share. */
export async function newServerDatabase(): Promise<string> {
  const name = `hap_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}
