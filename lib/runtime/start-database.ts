import path from 'node:path'
import { serveControl } from '#lib/control/control-server.ts'
import { CONTROL_COMMANDS, type ControlCommand, ControlRefusal } from '#lib/control/protocol.ts'
import type { DirectoryLock } from '#lib/data-dir/file-lock.ts'
import type { Env } from '#lib/env.ts'
import { type AdoptionParts, adoptionLines } from '#lib/services/landscape/adopt.ts'
import { verifyAsLines } from '#lib/store/audit/verify.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { dumpLines } from '#lib/store/database/dump.ts'
import { openStore } from '#lib/store/open-store.ts'
import type { Store, StoreEvents } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import type { Shutdown } from './shutdown.ts'

/** DATABASE_URL, else the embedded database in DATA_DIR, which `lock` protects. */
function databaseLocation(env: Pick<Env, 'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'DATA_DIR'>, lock: DirectoryLock) {
  return env.DATABASE_URL === null
    ? { folder: path.join(env.DATA_DIR, 'db'), beforeWrite: () => lock.assertHeld() }
    : { url: env.DATABASE_URL, connections: env.DATABASE_CONNECTIONS }
}

/** The database of the console. The console also starts while a database server does not answer. Throws StoreError. */
export async function openDatabase(env: Env, lock: DirectoryLock, shutdown: Shutdown): Promise<Store> {
  const store = await openStore({
    database: databaseLocation(env, lock),
    slowMs: env.HAP_SLOW_QUERY_MS,
    events: STORE_EVENTS,
  })
  shutdown.add(() => store.close(), 'The database')
  return store
}

const STORE_EVENTS: StoreEvents = {
  slow: taken => log().warn({ ...taken, sql: taken.sql && shortSql(taken.sql) }, 'slow database access'),
  down: (message, cause) => log().error({ err: cause }, message),
  up: place => log().info({ place }, 'the database answers again'),
  migrated: names => {
    if (names.length > 0) log().info({ migrations: names }, 'the database schema is up to date')
  },
}

const MAX_CHARACTERS = 400

/** A statement shortened for the log: one that writes a thousand rows has thousands of parameters. */
export function shortSql(sql: string): string {
  if (sql.length <= MAX_CHARACTERS) return sql
  return `${sql.slice(0, MAX_CHARACTERS)}… (${sql.length} characters)`
}

/** Serves the control socket, through which the `hap` command reaches the database while this process has it open. */
export function startControlSocket(
  { DATA_DIR }: Pick<Env, 'DATA_DIR'>,
  parts: AdoptionParts,
  shutdown: Shutdown,
): void {
  const control = serveControl(DATA_DIR, {
    commands: controlCommands(parts),
    onError: error => log().error({ err: error }, 'a request of the hap command failed'),
  })
  shutdown.add(() => control.close())
}

/** Handlers of the commands of the control socket. */
export function controlCommands(parts: AdoptionParts): Readonly<Record<string, ControlCommand>> {
  const { store } = parts
  return {
    [CONTROL_COMMANDS.dump]: () => dumpLines(requireConnection(store)),
    [CONTROL_COMMANDS.verify]: args => verifyAsLines(args)(requireConnection(store)),
    [CONTROL_COMMANDS.adopt]: args => {
      requireConnection(store)
      return adoptionLines(parts, args)
    },
  }
}

/** Throws ControlRefusal while the database is unavailable. */
function requireConnection(store: Store): Connection {
  const health = store.health()
  if (health.state !== 'up') throw new ControlRefusal(health.message)
  return store.connection
}
