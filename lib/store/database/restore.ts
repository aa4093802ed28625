import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { z } from 'zod'
import { hasMigrations, type Migration, migrate, migrateWithin } from '#lib/store/database/migrate.ts'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import type { Connection } from './connection.ts'
import { DumpError, HeadLine, MarkLine, quoted, serialColumns, tablesOf } from './dump.ts'
import { failureKind, StoreError } from './store-errors.ts'

export interface Restored {
  readonly rows: number
  /** Time of the dump. */
  readonly at: string
  /** Migrations that were applied to the rows of an older dump. */
  readonly migrated: readonly string[]
}

/** Maximum length of a cause: the database quotes the refused value. */
const MAX_CAUSE = 200

/** Runs last in the transaction of the restore. */
type AtEnd = (client: PoolClient, restored: Restored) => Promise<void>

/**
 * Fills an empty database from a dump and migrates it when the dump is older, in one transaction
 * that `atEnd` can still abort. Throws DumpError when the database is not empty, or the dump is
 * incomplete or newer than this version.
 */
export async function restoreLines(
  connection: Connection,
  lines: AsyncIterable<string>,
  atEnd: AtEnd,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Restored> {
  const reader = new DumpReader(lines)
  try {
    return await restore(connection, reader, atEnd, migrations)
  } catch (error) {
    // The database failed, or the error already explains itself.
    if (error instanceof StoreError || failureKind(error) !== 'other') throw error
    const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    const cause = text.length > MAX_CAUSE ? `${text.slice(0, MAX_CAUSE)}…` : text
    throw new DumpError(
      `The dump is damaged or cannot be read, at line ${reader.line} or shortly before: ${cause}. Nothing was restored.`,
      { cause: error },
    )
  }
}

async function restore(
  { pool, place }: Connection,
  reader: DumpReader,
  atEnd: AtEnd,
  migrations: readonly Migration[],
): Promise<Restored> {
  const head = await reader.head()
  await refuseUnlessUnused(pool, place)
  await migrate(pool, await migrationsFor(pool, head.migrations, migrations))
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Checks again: another process may use it since.
    await refuseUnlessEmpty(client, place)
    const rows = await fill(client, head.tables, reader)
    const restored = { rows, at: head.at, migrated: await migrateWithin(client, migrations) }
    await atEnd(client, restored)
    await client.query('COMMIT')
    return restored
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** The migrations of the dump: its rows fit the tables of that time. */
async function migrationsFor(
  pool: Pool,
  names: readonly string[],
  known: readonly Migration[],
): Promise<readonly Migration[]> {
  const unknown = names.find(name => !known.some(migration => migration.name === name))
  if (unknown !== undefined || names.some((name, place) => known[place]?.name !== name))
    throw new DumpError(
      `The dump fits migration ${unknown ?? names.at(-1)}, which this version does not know: a newer one has made it. Restore it with that version.`,
    )
  if (!(await hasMigrations(pool))) return known.slice(0, names.length)
  const applied = await pool.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations')
  const extra = applied.rows.find(({ name }) => !names.includes(name))
  if (extra)
    throw new DumpError(
      `The database has migration ${extra.name}, which the dump does not fit. Restore into a database without tables.`,
    )
  return known.slice(0, names.length)
}

/** Checks before any migration: a refused restore must not migrate a database in use. */
async function refuseUnlessUnused(pool: Pool, place: string): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseUnlessEmpty(client, place)
  } finally {
    client.release()
  }
}

async function refuseUnlessEmpty(client: PoolClient, place: string): Promise<void> {
  for (const table of await tablesOf(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)
    if (rowCount !== 0)
      throw new DumpError(`The database (${place}) has rows in ${table}. A dump is restored into an empty one only.`)
  }
}

async function fill(client: PoolClient, tables: readonly string[], reader: DumpReader): Promise<number> {
  const present = await tablesOf(client)
  const missing = tables.find(table => !present.has(table))
  if (missing !== undefined) throw new DumpError(`The dump has a table ${missing}, which this version does not know.`)
  let count = 0
  for await (const { table, rows } of reader.batches()) {
    if (!tables.includes(table)) throw new DumpError(`The dump has rows of ${table}, which its head does not name.`)
    await client.query(
      `INSERT INTO ${quoted(table)} SELECT * FROM json_populate_recordset(NULL::${quoted(table)}, $1::json)`,
      [`[${rows.join(',')}]`],
    )
    count += rows.length
  }
  for (const table of tables) await continueSequences(client, table)
  return count
}

/** Continues the sequences after the restored rows. */
async function continueSequences(client: PoolClient, table: string): Promise<void> {
  for (const column of await serialColumns(client, table)) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${quoted(column)})) FROM ${quoted(table)} HAVING max(${quoted(column)}) IS NOT NULL`,
      [quoted(table), column],
    )
  }
}

const BATCH = 500

type DumpHead = z.infer<typeof HeadLine>[2]

interface Batch {
  readonly table: string
  /** Rows as text, so that numbers keep every digit. */
  readonly rows: readonly string[]
}

/** Reads a dump line by line. Throws DumpError for anything else or an incomplete dump. */
class DumpReader {
  readonly #lines: AsyncIterator<string>
  readonly #hash = createHash('sha256')
  #rows = 0
  #line = 0

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** Number of the latest line. */
  get line(): number {
    return this.#line
  }

  async head(): Promise<DumpHead> {
    const line = await this.#next()
    const head = HeadLine.safeParse(parse(line))
    if (!head.success) throw new DumpError('This is not a dump made by "hap db dump", or it is from a newer version.')
    this.#take(line)
    return head.data[2]
  }

  /** All rows in batches of one table each. Its end proves that the dump is complete. */
  async *batches(): AsyncGenerator<Batch> {
    let table = ''
    let rows: string[] = []
    for (;;) {
      const line = await this.#next()
      const mark = line.startsWith('{') ? null : markOf(line)
      if ((mark !== null || rows.length === BATCH) && rows.length > 0) {
        yield { table, rows }
        rows = []
      }
      if (mark?.[0] === 'end') return this.#check(mark[1])
      this.#take(line)
      if (mark) table = mark[1]
      else {
        if (!isRow(line))
          throw new DumpError(`Line ${this.#line} of the dump is damaged: it is no row. Nothing was restored.`)
        rows.push(line)
        this.#rows++
      }
    }
  }

  #check({ rows, sha256 }: { rows: number; sha256: string }): void {
    if (rows !== this.#rows || sha256 !== this.#hash.digest('hex'))
      throw new DumpError('The dump was changed after it was made: its checksum does not match. Nothing was restored.')
  }

  #take(line: string): void {
    this.#hash.update(line).update('\n')
  }

  async #next(): Promise<string> {
    for (;;) {
      const { done, value } = await this.#lines.next()
      this.#line++
      if (done) throw new DumpError('The dump is empty or cut off: its end is missing. Nothing was restored.')
      if (value !== '') return value
    }
  }
}

/** Deeper values, which the console never writes, exhaust the stack of an embedded database. */
const MAX_DEPTH = 200

function isRow(line: string): boolean {
  const row = parse(line)
  return typeof row === 'object' && row !== null && isShallow(row, MAX_DEPTH)
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every(inner => isShallow(inner, depth - 1))
}

function markOf(line: string): z.infer<typeof MarkLine> {
  const mark = MarkLine.safeParse(parse(line))
  if (!mark.success) throw new DumpError('The dump has a line that is neither a row nor a mark. Nothing was restored.')
  return mark.data
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
