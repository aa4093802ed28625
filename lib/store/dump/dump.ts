import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Connection } from '#lib/store/database/connection.ts'
import { TABLES } from '#lib/store/generated/migrations.ts'
import { primaryKey, quoted } from './catalog.ts'

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
    yield hashed(JSON.stringify(['hap-dump', 1, { at: now.toISOString(), migrations, tables: TABLES }]))
    let rows = 0
    for (const table of TABLES) {
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

async function appliedNames(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  return rows.map(({ name }) => name)
}
