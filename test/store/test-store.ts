import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { migrate } from '#lib/store/database/migrate.ts'
import { type OpenStore, openStore, openStoreOn } from '#lib/store/open-store.ts'
import type { StoreEvents } from '#lib/store/store.ts'
import { Secret } from '#lib/util/secret.ts'
import { isEmptied, schemaOf } from './emptied.ts'
import { createDatabase } from './postgres/server-database.ts'
import { SILENT } from './silent.ts'
import { writeEmptyDatabase } from './template.ts'

interface TestStoreOptions {
  readonly events?: Partial<StoreEvents>
  readonly slowMs?: number
  /** Kind of database; default: the one this project of the suite is for. */
  readonly kind?: 'embedded' | 'postgres'
  /** Whether opening it finds its tables, without rows, or has to make them, which takes longer. */
  readonly schema?: 'made' | 'none'
}

/** An open store on a database of its own without a row, closed after the test. */
export async function testStore({
  events,
  slowMs = 60_000,
  kind,
  schema = 'made',
}: TestStoreOptions = {}): Promise<OpenStore> {
  const all = { ...SILENT, ...events }
  if ((kind ?? inject('database')) === 'embedded') {
    const store = await openStoreOn(await emptyEmbedded(schema), slowMs, all)
    onTestFinished(() => store.close())
    return store
  }
  const url = schema === 'made' ? await emptyServerDatabase() : await newServerDatabase()
  const store = await openStore({ database: { url: new Secret(url), connections: 10 }, slowMs, events: all })
  onTestFinished(async () => {
    await store.close()
    if (schema === 'made') idleUrls.push(url)
  })
  return store
}

/** Contents of an empty embedded database, from which those of tests start. */
export async function emptyDatabase(): Promise<Blob> {
  const file = inject('emptyDatabase')
  if (!existsSync(file)) await writeEmptyDatabase(file)
  return new Blob([readFileSync(file)])
}

/** Embedded databases of this test file that no test has at this moment, with the schema they had when they were new; null = none. */
const idle: { readonly connection: Connection; readonly schema: string | null }[] = []

async function emptyEmbedded(schema: 'made' | 'none'): Promise<Connection> {
  const found = idle.pop()
  const connection = found?.connection ?? (await openEmbedded({ folder: null, template: await emptyDatabase() }))
  const { pool } = connection
  const known = schema === 'made' ? (found?.schema ?? null) : null
  const isReady = known !== null && (await isEmptied(pool, known))
  if (!isReady) await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  if (schema === 'made' && !isReady) await migrate(pool)
  const made = schema === 'none' ? null : isReady ? known : await schemaOf(pool)
  return {
    ...connection,
    close: async () => {
      idle.push({ connection, schema: made })
    },
  }
}

/** URLs of databases on the server that a test of this process has finished with: emptying one takes a fifth of the time of a copy. */
const idleUrls: string[] = []
/** Schema of the template, which its copies have. */
let templateSchema: string | null = null

/** URL of a database on the server that has every table and no row. */
async function emptyServerDatabase(): Promise<string> {
  const found = idleUrls.pop()
  const url = found ?? (await newServerDatabase('made'))
  if (found !== undefined || templateSchema === null) {
    // A connection that a test left open may hold a lock.
    const client = new pg.Client({ connectionString: url, lock_timeout: 5_000 })
    await client.connect()
    try {
      if (found === undefined) templateSchema = await schemaOf(client)
      else if (templateSchema === null || !(await isEmptied(client, templateSchema))) return await emptyServerDatabase()
    } finally {
      await client.end()
    }
  }
  return url
}

/** URL of a new database on the server all tests share. */
export async function newServerDatabase(schema: 'made' | 'none' = 'none'): Promise<string> {
  return createDatabase(inject('postgresUrl'), schema)
}
