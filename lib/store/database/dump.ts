import { createHash } from 'node:crypto'
import type { ClientBase, PoolClient } from 'pg'
import { z } from 'zod'
import { hasMigrations } from '#lib/store/database/migrate.ts'
import { MIGRATIONS, TABLES } from '#lib/store/generated/migrations.ts'
import type { Connection } from './connection.ts'
import { StoreError } from './store-errors.ts'

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

/** A name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The tables of the database, Prisma's own aside. */
export async function tablesOf(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'",
  )
  return new Set(rows.map(({ name }) => name))
}

/** Columns of the primary key, in its order. */
async function primaryKey(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i
       JOIN unnest(i.indkey) WITH ORDINALITY AS k(attnum, place) ON true
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
      WHERE i.indrelid = to_regclass($1) AND i.indisprimary ORDER BY k.place`,
    [quoted(table)],
  )
  return rows.map(({ name }) => name)
}

/** Columns that are filled from a sequence. */
export async function serialColumns(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 AND column_default LIKE 'nextval(%'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * A dump is text with one JSON value per line. Rows are objects, as PostgreSQL writes them; the lines between are lists: a head,
 * the name of a table before its rows, and an end that tells whether all is there.
 */
export const HeadLine = z.tuple([
  z.literal('hap-dump'),
  z.literal(1),
  z.object({
    at: z.string(),
    /** Names of the migrations the rows fit. */
    migrations: z.array(z.string()),
    /** In the order the rows can be written. */
    tables: z.array(z.string()),
  }),
])

export const MarkLine = z.union([
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), z.object({ rows: z.number(), sha256: z.string() })]),
])

/** A dump that cannot be made or restored; says why and what to do. */
export class DumpError extends StoreError {
  override readonly name = 'DumpError'
}
