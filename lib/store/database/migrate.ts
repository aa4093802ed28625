import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import { setStatementTimeout } from './connection.ts'

/** Prisma's lock, so that its command line and this code never migrate at the same time. */
const LOCK = 72707369

const LOCK_POLL_MS = 250

/** Timeout of a migration's statement; an index of a long table takes minutes. */
const MIGRATION_MS = 3_600_000

/** Prisma's definition: its command line works on the same database. */
const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The schema cannot be migrated to this version; the message says why and what to do. */
export class MigrationError extends StoreError {
  override readonly name = 'MigrationError'
}

/**
 * Applies missing migrations, one transaction each; of several processes one does. Returns their
 * names. Throws MigrationError.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[] = MIGRATIONS): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await acquireLock(client, 'SELECT pg_try_advisory_lock($1) AS locked')
    try {
      await client.query('SET statement_timeout = 0')
      return await applyMissing(client, migrations)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
      await client.query('RESET statement_timeout')
    }
  } finally {
    client.release()
  }
}

/**
 * Migrates within the open transaction of `client`, exclusively. Returns the names. Throws
 * MigrationError, which makes the transaction unusable.
 */
export async function migrateWithin(client: ClientBase, migrations: readonly Migration[]): Promise<readonly string[]> {
  await acquireLock(client, 'SELECT pg_try_advisory_xact_lock($1) AS locked')
  await client.query('SET LOCAL statement_timeout = 0')
  const missing = await missingMigrations(client, migrations)
  for (const migration of missing) await apply(client, migration)
  return missing.map(({ name }) => name)
}

/**
 * Polls for the lock with short statements: one that waits in the server would look like a dead
 * connection.
 */
async function acquireLock(client: ClientBase, sql: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(sql, [LOCK])
    if (rows[0]?.locked) return
    await sleep(LOCK_POLL_MS)
  }
}

/**
 * For readers: refuses a database with missing migrations instead of applying them. Throws
 * MigrationError.
 */
export async function refuseUnlessMigrated(pool: Pool, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const [first, ...more] = await pendingMigrations(pool, migrations)
  if (first)
    throw new MigrationError(
      `The database lacks migration ${first}${more.length > 0 ? ` and ${more.length} more` : ''} of this version, and stays as it is. Start this version's console on it first, or use the "hap" of the version that runs on it.`,
    )
}

/**
 * Names of the missing migrations; applies nothing. Throws MigrationError when the schema does not
 * fit this version.
 */
export async function pendingMigrations(
  pool: Pool,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    const applied = (await hasMigrations(client)) ? await appliedMigrations(client, migrations) : new Set()
    return migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  } finally {
    client.release()
  }
}

/** Whether the database was ever migrated. */
export async function hasMigrations(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('_prisma_migrations') AS found")
  return rows[0]?.found !== null
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<readonly string[]> {
  await client.query(TABLE)
  const missing = await missingMigrations(client, migrations)
  for (const migration of missing) await applyInTransaction(client, migration)
  return missing.map(({ name }) => name)
}

async function missingMigrations(client: ClientBase, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await appliedMigrations(client, migrations)
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Names of the applied migrations. Throws when they do not fit this version. */
async function appliedMigrations(client: ClientBase, known: readonly Migration[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    'SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  )
  for (const { name, checksum, finished } of rows) {
    const migration = known.find(candidate => candidate.name === name)
    if (!finished)
      throw new MigrationError(
        `Migration ${name} was begun by another program and not finished. Repair it with "prisma migrate resolve", then start again.`,
      )
    if (!migration)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: a newer version has used it. Start that version, or restore a dump from before.`,
      )
    if (checksum !== checksumOf(migration))
      throw new MigrationError(`Migration ${name} was changed after it was applied. Start the version that applied it.`)
  }
  return new Set(rows.map(({ name }) => name))
}

async function applyInTransaction(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await apply(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  try {
    setStatementTimeout(client, MIGRATION_MS)
    await client.query(migration.sql)
    await client.query(
      'INSERT INTO "_prisma_migrations" (id, checksum, started_at, finished_at, migration_name, applied_steps_count) VALUES ($1, $2, now(), now(), $3, 1)',
      [randomUUID(), checksumOf(migration), migration.name],
    )
  } catch (error) {
    throw migrationFailure(migration, error)
  } finally {
    setStatementTimeout(client, null)
  }
}

const SQL_STATE = { forbidden: '42501', tableExists: '42P07', noSuchExtension: '0A000', noSuchFile: '58P01' } as const

function migrationFailure({ name, sql }: Migration, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57|53)/.test(code)) return error
  const options = { cause: error }
  const text = error instanceof Error ? error.message : ''
  const extension = extensionOf(sql, text)
  if (extension !== null && code === SQL_STATE.forbidden)
    return new MigrationError(extensionForbidden(extension), options)
  if (extension !== null && (code === SQL_STATE.noSuchExtension || code === SQL_STATE.noSuchFile))
    return new MigrationError(extensionNotInstalled(extension), options)
  if (code === SQL_STATE.forbidden)
    return new MigrationError(
      'The database user may not create tables. Grant it: GRANT CREATE ON SCHEMA public TO the user of DATABASE_URL.',
      options,
    )
  if (code === SQL_STATE.tableExists)
    return new MigrationError(
      'The database has tables of the same names that HAP did not make. Give HAP a database of its own.',
      options,
    )
  return new MigrationError(`Migration ${name} failed and changed nothing (${code}: ${text}).`, options)
}

/** The extension that a migration creates and the error names, in any language. */
function extensionOf(sql: string, text: string): string | null {
  const name = /CREATE EXTENSION IF NOT EXISTS (\w+)/.exec(sql)?.[1]
  return name !== undefined && text.includes(name) ? name : null
}

function extensionForbidden(extension: string): string {
  return `The database lacks the extension ${extension}, and the database user may not create it. Let an administrator run CREATE EXTENSION ${extension} in the database of DATABASE_URL, or GRANT CREATE ON DATABASE to the user of DATABASE_URL. Nothing was changed.`
}

function extensionNotInstalled(extension: string): string {
  return `The database server has no extension ${extension}. Install PostgreSQL's additional modules on it (on many systems the package postgresql-contrib), or use a server that has them. Nothing was changed.`
}

/** SHA-256 of the file, as Prisma computes it. */
function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}
