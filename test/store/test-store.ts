import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { migrate } from '#lib/store/database/migrate.ts'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
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
  /** Kind of database; default: that of the suite’s project. */
  readonly kind?: 'embedded' | 'postgres'
  /** Whether the database has tables without rows, or the store has to create them, which takes longer. */
  readonly schema?: 'made' | 'none'
}

/** An open store on its own database without rows, closed after the test. */
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
  const database = schema === 'made' ? await emptyServerDatabase() : null
  const url = new Secret(database?.url ?? (await newServerDatabase()))
  const store = await openStore({ database: { url, connections: 10 }, slowMs, events: all })
  onTestFinished(async () => {
    await store.close()
    if (database) idleDatabases.push(database)
  })
  return store
}

/** A new database with the schema before the migration whose name ends with `migration`. */
export async function databaseBefore(migration: string): Promise<Connection> {
  const { connection } = await testStore({ schema: 'none' })
  const at = MIGRATIONS.findIndex(({ name }) => name.endsWith(migration))
  await connection.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(connection.pool, MIGRATIONS.slice(0, at))
  return connection
}

/** Contents of an empty embedded database, which those of tests start from. */
export async function emptyDatabase(): Promise<Blob> {
  const file = inject('emptyDatabase')
  if (!existsSync(file)) await writeEmptyDatabase(file)
  return new Blob([readFileSync(file)])
}

/** Embedded databases of this test file that no test uses, with the schema they had when they were new; null = none. */
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

/**
 * A database on the server with a session that empties it: a new session would have to read the catalogs of the server
 * first.
 */
interface ServerDatabase {
  readonly url: string
  readonly session: pg.Client
}

/** Databases that finished tests of this process no longer use: emptying one takes a fifth of the time of a copy. */
const idleDatabases: ServerDatabase[] = []
/** Schema of the template, which its copies have. */
let templateSchema: string | null = null

/** A database on the server with every table and no row. */
async function emptyServerDatabase(): Promise<ServerDatabase> {
  for (;;) {
    const found = idleDatabases.pop()
    if (found === undefined) break
    // The session ends with its server, and fails if an open connection of a test holds a lock.
    const isReady = await isEmptied(found.session, templateSchema ?? '').catch(() => false)
    if (isReady) return found
    await found.session.end().catch(() => undefined)
  }
  const url = await newServerDatabase('made')
  const session = new pg.Client({ connectionString: url, lock_timeout: 5_000 })
  session.on('error', () => undefined)
  await session.connect()
  templateSchema ??= await schemaOf(session)
  return { url, session }
}

/** URL of a new database on the server that all tests share. */
export async function newServerDatabase(schema: 'made' | 'none' = 'none'): Promise<string> {
  return createDatabase(inject('postgresUrl'), schema)
}
