import { DirectoryInUseError } from '#lib/data-dir/data-dir.ts'
import type { Env } from '#lib/env.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { RulesInForce } from '#lib/runtime/rules-in-force.ts'
import type { SettingsFiles } from '#lib/settings/settings-files.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { MigrationError, pendingMigrations } from '#lib/store/database/migrate.ts'
import { probeServer } from '#lib/store/database/server.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { NO_EVENTS } from '#lib/store/store.ts'
import { openAlone } from '../database-access.ts'
import { checkRecentSignIns } from './check-sign-in.ts'
import { type Checkup, note, skipped, well, wrong } from './checkup.ts'

const PROBE_MS = 5_000
/** 15 by its `server_version_num`. */
const OLDEST = 150_000

/**
 * Checks without writing: whether the database answers and accepts changes, its version, migrations
 * and published rules.
 */
export async function checkDatabase(env: Env, files: SettingsFiles | null): Promise<readonly Checkup[]> {
  try {
    const opened = await openAlone(env, { create: false })
    try {
      return await examine(opened.connection, env, files)
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof DirectoryInUseError) {
      const says = `The embedded database in ${env.DATA_DIR} is in use by a running console, which checks it itself.`
      return [skipped('database', says)]
    }
    if (!(error instanceof StoreError)) throw error
    if (env.DATABASE_URL === null) {
      const says = `${error.message} At its start, the console will create an embedded database, for one process and without protection against a power failure.`
      return [note('database', says, 'For production set DATABASE_URL to a PostgreSQL database.')]
    }
    return [wrong('database', error.message, 'Fix this, then run hap doctor again.')]
  }
}

async function examine(connection: Connection, env: Env, files: SettingsFiles | null): Promise<readonly Checkup[]> {
  const { pool, place } = connection
  const { rows } = await pool.query<{ name: string; version: number }>(
    "SELECT current_setting('server_version') AS name, current_setting('server_version_num')::int AS version",
  )
  const { name = 'unknown', version = 0 } = rows[0] ?? {}
  const checks: Checkup[] = [
    version < OLDEST
      ? wrong('database', `${place} is PostgreSQL ${name}.`, 'Use PostgreSQL 15 or newer.')
      : well('database', `${place} answers: PostgreSQL ${name}.`),
  ]
  if (env.DATABASE_URL !== null && !(await probeServer(env.DATABASE_URL, PROBE_MS)).isWritable) {
    checks.push(
      wrong(
        'database',
        'The database is read-only.',
        'Point DATABASE_URL to the primary server, or make the database writable.',
      ),
    )
  }
  try {
    const pending = await pendingMigrations(pool)
    if (pending.length > 0) {
      const says = `${pending.length} migrations of this version are missing: ${pending.slice(0, 3).join(', ')}${pending.length > 3 ? ', …' : ''}.`
      return [
        ...checks,
        note('database', says, 'The next start of the console will apply them. Dump the database first: hap db dump.'),
      ]
    }
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    return [...checks, wrong('database', error.message, 'The console does not start until this is fixed.')]
  }
  checks.push(well('database', 'Its schema matches this version.'), ...(await checkRecentSignIns(pool, env)))
  return files === null ? checks : [...checks, await publishedRules(connection, env, files)]
}

async function publishedRules(connection: Connection, env: Env, files: SettingsFiles): Promise<Checkup> {
  const store = await openStoreOn(connection, env.HAP_SLOW_QUERY_MS, NO_EVENTS)
  const rules = new RulesInForce({
    store,
    policy: policyOf(env.HAP_SEMANTICS),
    file: () => files.active,
    fileName: env.HAP_RULES_FILE ?? 'the built-in settings',
    staleAfterMs: env.HAP_STALE_AFTER * 1000,
  })
  await rules.refresh()
  if (rules.fault !== null) return wrong('rules', rules.fault, 'The console does not start until this is fixed.')
  const { publication } = rules.active
  return publication === null
    ? well('rules', 'No rules are published; the rules of the settings are in force.')
    : well('rules', `Revision ${publication.number}, published by ${publication.actor}, is in force.`)
}
