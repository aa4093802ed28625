import type { Connection } from './database/connection.ts'
import { type EmbeddedOptions, openEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { connectServer, DatabaseClock, type ServerOptions } from './database/server.ts'
import { ServerWatch } from './server-watch.ts'
import { createStore, type Store, type StoreEvents, type StoreHealth, unreachableMessage } from './store.ts'

export interface StoreOptions {
  /** A PostgreSQL server, or the embedded database. */
  readonly database: ServerOptions | EmbeddedOptions
  /** Duration in milliseconds from which statements and transactions are reported to `events`. */
  readonly slowMs: number
  readonly events: StoreEvents
}

export interface OpenStore extends Store {
  close(): Promise<void>
}

/**
 * Opens the database and migrates its schema. A server that does not answer is no error: the store
 * reports it and recovers by itself. Throws StoreError when the embedded database cannot be opened,
 * MigrationError when the schema does not fit.
 */
export async function openStore({ database, slowMs, events }: StoreOptions): Promise<OpenStore> {
  return 'url' in database ? openServer(database, slowMs, events) : openInProcess(database, slowMs, events)
}

async function openInProcess(options: EmbeddedOptions, slowMs: number, events: StoreEvents): Promise<OpenStore> {
  const connection = await openEmbedded(options)
  try {
    return await openStoreOn(connection, slowMs, events)
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Delay before a stopped database is reopened, which blocks everything for a second. */
export const REVIVE_MS = 2_000

/** Runs a task after `ms` unless the returned function cancels it. */
type Schedule = (ms: number, task: () => void) => () => void

function scheduleUnref(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms).unref()
  return () => clearTimeout(timer)
}

/** A store on an open embedded database. */
export async function openStoreOn(
  connection: Connection,
  slowMs: number,
  events: StoreEvents,
  schedule: Schedule = scheduleUnref,
): Promise<OpenStore> {
  let health: StoreHealth = { state: 'up', since: Date.now() }
  const suspect = (error: unknown) => {
    if (health.state === 'down') return
    health = { state: 'down', message: unreachableMessage(connection), since: Date.now() }
    events.down(health.message, error)
    scheduleRevival()
  }
  let cancelRevival = () => {}
  let reviving = Promise.resolve()
  let isClosed = false
  const scheduleRevival = () => {
    if (!connection.revive || isClosed) return
    cancelRevival = schedule(REVIVE_MS, () => {
      reviving = revive()
    })
  }
  const revive = async () => {
    try {
      await connection.revive?.()
    } catch {
      scheduleRevival()
      return
    }
    if (isClosed) return
    health = { state: 'up', since: Date.now() }
    events.up(connection.place)
  }
  events.migrated(await migrate(connection.pool))
  const { disconnect, ...store } = createStore({
    connection,
    slowMs,
    events,
    health: () => health,
    // The embedded database has the clock of its process.
    now: Date.now,
    suspect,
  })
  return {
    ...store,
    close: async () => {
      isClosed = true
      cancelRevival()
      // A revival that is under way has to finish before the close.
      await reviving
      await disconnect()
      await connection.close()
    },
  }
}

async function openServer(options: ServerOptions, slowMs: number, events: StoreEvents): Promise<OpenStore> {
  const connection = connectServer(options)
  const clock = new DatabaseClock()
  const watch = new ServerWatch({ url: options.url, connection, clock, events })
  try {
    await watch.start()
  } catch (error) {
    await connection.close()
    throw error
  }
  const { disconnect, ...store } = createStore({
    connection,
    slowMs,
    events,
    health: () => watch.health(),
    now: () => clock.now(),
    suspect: () => watch.suspect(),
  })
  return {
    ...store,
    close: async () => {
      watch.stop()
      await disconnect()
      await connection.close()
    },
  }
}
