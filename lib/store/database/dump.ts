import { createHash } from 'node:crypto'
import type { ClientBase, PoolClient } from 'pg'
import { z } from 'zod'
import { hasMigrations } from '#lib/store/database/migrate.ts'
import { MIGRATIONS, TABLES } from '#lib/store/generated/migrations.ts'
import type { Connection } from './connection.ts'
import { StoreError } from './store-errors.ts'

const BATCH = 500

/**
 * Every row of the database at one moment, line by line. The embedded database serves nothing else
 * in the meantime, so the consumer must be fast.
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
    // A consumer that stops early leaves an open transaction: roll it back before the connection is
    // reused.
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

/** Throws DumpError for a schema with unknown migrations. */
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

/** Quotes a name for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The tables of the database without Prisma's. */
export async function tablesOf(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'",
  )
  return new Set(rows.map(({ name }) => name))
}

/** Columns of the primary key, in order. */
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

/** Columns with a sequence. */
export async function serialColumns(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 AND column_default LIKE 'nextval(%'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * A dump is text with one JSON value per line. Rows are objects in PostgreSQL's form; the lists
 * between them are a head, the table's name before its rows, and an end that proves completeness.
 */
export const HeadLine = z.tuple([
  z.literal('hap-dump'),
  z.literal(1),
  z.object({
    at: z.string(),
    /** Names of the migrations of the rows. */
    migrations: z.array(z.string()),
    /** In the order of insertion. */
    tables: z.array(z.string()),
  }),
])

export const MarkLine = z.union([
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), z.object({ rows: z.number(), sha256: z.string() })]),
])

/** A dump that cannot be created or restored; the message says why and what to do. */
export class DumpError extends StoreError {
  override readonly name = 'DumpError'
}
