import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Connection } from '#lib/store/database/connection.ts'
import { hasMigrations } from '#lib/store/database/migrate.ts'
import { MIGRATIONS, TABLES } from '#lib/store/generated/migrations.ts'
import { primaryKey, quoted, tablesOf } from './catalog.ts'
import { DumpError } from './format.ts'

const BATCH = 500

/**
 * Every row of the database at one moment, line by line. On the embedded database nobody else gets through meanwhile: whoever
 * takes the lines must take them quickly.
 */
export async function* dumpLines({ pool }: Connection, now: Date = new Date()): AsyncGenerator<string> {
  const client = await pool.connect()
  const hash = createHash('sha256')
  const hashed = (line: string) => {
    hash.update(line).update('\n')
    return line
  }
  let done = false
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const migrations = await appliedNames(client)
    const present = await tablesOf(client)
    const tables = TABLES.filter(table => present.has(table))
    yield hashed(JSON.stringify(['hap-dump', 1, { at: now.toISOString(), migrations, tables }]))
    let rows = 0
    for (const table of tables) {
      yield hashed(JSON.stringify(['table', table]))
      for await (const row of rowsOf(client, table)) {
        rows++
        yield hashed(row)
      }
    }
    await client.query('COMMIT')
    done = true
    yield JSON.stringify(['end', { rows, sha256: hash.digest('hex') }])
  } finally {
    // A connection in the middle of a transaction, as when the reader went away, is put in order before others use it.
    if (!done) await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}

async function* rowsOf(client: PoolClient, table: string): AsyncGenerator<string> {
  const order = (await primaryKey(client, table)).map(quoted).join(', ')
  await client.query(
    `DECLARE dump NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${quoted(table)} t ORDER BY ${order}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${BATCH} FROM dump`)
    for (const { row } of rows) yield row
    if (rows.length < BATCH) break
  }
  await client.query('CLOSE dump')
}

/** Throws DumpError for a schema this version does not know whole. */
async function appliedNames(client: PoolClient): Promise<readonly string[]> {
  if (!(await hasMigrations(client)))
    throw new DumpError('The database has no tables of HAP yet: there is nothing to dump.')
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  const unknown = rows.find(({ name }) => !MIGRATIONS.some(migration => migration.name === name))
  if (unknown)
    throw new DumpError(
      `The database has migration ${unknown.name}, which this version does not know. Use the "hap" of the version that runs on it.`,
    )
  return rows.map(({ name }) => name)
}
