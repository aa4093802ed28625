import path from 'node:path'
import type { DirectoryLock } from '#lib/data-dir/file-lock.ts'
import type { Env } from '#lib/env.ts'
import { openStore } from '#lib/store/open-store.ts'
import type { Store, StoreEvents } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import type { Shutdown } from './shutdown.ts'

/** Which database the settings name: DATABASE_URL, else the embedded one in DATA_DIR, which `lock` holds. */
function databaseOf(env: Pick<Env, 'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'DATA_DIR'>, lock: DirectoryLock) {
  return env.DATABASE_URL === null
    ? { folder: path.join(env.DATA_DIR, 'db'), beforeWrite: () => lock.assertHeld() }
    : { url: env.DATABASE_URL, connections: env.DATABASE_CONNECTIONS }
}

/** The console's database. One that does not answer is no reason not to start. Throws StoreError. */
export async function openDatabase(env: Env, lock: DirectoryLock, shutdown: Shutdown): Promise<Store> {
  const store = await openStore({ database: databaseOf(env, lock), slowMs: env.HAP_SLOW_QUERY_MS, events: LOGGED })
  shutdown.add(() => store.close(), 'The database')
  return store
}

const LOGGED: StoreEvents = {
  slow: taken => log().warn({ ...taken, sql: taken.sql && shortSql(taken.sql) }, 'slow database access'),
  down: (message, cause) => log().error({ err: cause }, message),
  up: place => log().info({ place }, 'the database answers again'),
  migrated: names => {
    if (names.length > 0) log().info({ migrations: names }, 'the database schema is up to date')
  },
}

const MAX_CHARACTERS = 400

/** A statement for the log: one that writes a thousand rows at once goes on with their parameters for pages. */
export function shortSql(sql: string): string {
  if (sql.length <= MAX_CHARACTERS) return sql
  return `${sql.slice(0, MAX_CHARACTERS)}… (${sql.length} characters)`
}
