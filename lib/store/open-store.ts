import type { Secret } from '#lib/util/secret.ts'
import { connectFailure } from './database/connect-failure.ts'
import type { Connection } from './database/connection.ts'
import { type EmbeddedOptions, openEmbedded } from './database/embedded.ts'
import { MigrationError, migrate } from './database/migrate.ts'
import { refuseLentSessions } from './database/pooler.ts'
import { connectServer, DatabaseClock, probeServer, type ServerOptions } from './database/server.ts'
import { StoreError } from './database/store-errors.ts'
import {
  createStore,
  readOnlyMessage,
  type Store,
  type StoreEvents,
  type StoreHealth,
  unreachableMessage,
} from './store.ts'

interface StoreOptions {
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
 * MigrationError when the schema does not fit, or a pooler gives the console no sessions of its own.
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
    health = { state: 'down', message: unreachableMessage(connection, error), since: Date.now() }
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

const PROBE_MS = 3_000
const UP_INTERVAL_MS = 5_000
const DOWN_INTERVAL_MS = 1_000

class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError'
}

/** What keeps the store down: `kind` decides whether an outage is reported again. */
function outageOf(error: unknown, connection: Connection): { readonly kind: string; readonly message: string } {
  if (error instanceof StoreError) return { kind: error.message, message: error.message }
  if (error instanceof ReadOnlyError) return { kind: 'read-only', message: readOnlyMessage(connection) }
  // A server that restarts refuses connections, then says that it starts: one outage.
  const isRefused = connectFailure(error)?.isRefusal ?? false
  return { kind: isRefused ? 'refused' : 'unreachable', message: unreachableMessage(connection, error) }
}

interface ServerWatchOptions {
  readonly url: Secret<string>
  readonly connection: Connection
  /** Receives the server's time with each probe. */
  readonly clock: DatabaseClock
  readonly events: StoreEvents
}

/** Probes a database server periodically; migrates when it answers for the first time. */
class ServerWatch {
  readonly #options: ServerWatchOptions
  #health: StoreHealth
  #migrated = false
  /** Whether an outage was reported, and its kind. */
  #isReported = false
  #kind = ''
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #check: Promise<void> | null = null

  constructor(options: ServerWatchOptions) {
    this.#options = options
    this.#health = {
      state: 'starting',
      message: `The database is being opened (${options.connection.place}).`,
      since: Date.now(),
    }
  }

  health(): StoreHealth {
    return this.#health
  }

  /** First probe; further ones follow periodically. Throws MigrationError when the schema does not fit. */
  async start(): Promise<void> {
    await this.#probe()
    this.#schedule()
  }

  /** Probes at once after an error that looks like an outage. */
  suspect(): void {
    if (this.#stopped || this.#health.state !== 'up' || this.#check) return
    clearTimeout(this.#timer)
    void this.#probeQuietly()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    const pause = this.#health.state === 'up' ? UP_INTERVAL_MS : DOWN_INTERVAL_MS
    this.#timer = setTimeout(() => void this.#probeQuietly(), pause * (0.8 + 0.4 * Math.random())).unref()
  }

  /** An unsuitable schema shows only when the server answers, and keeps the store down until it fits. */
  async #probeQuietly(): Promise<void> {
    this.#check ??= this.#probe().catch((error: unknown) => this.#down(error))
    await this.#check
    this.#check = null
    this.#schedule()
  }

  async #probe(): Promise<void> {
    const { url, connection, clock, events } = this.#options
    try {
      const { isWritable, time } = await probeServer(url, PROBE_MS)
      clock.learn(time)
      if (!isWritable) return this.#down(new ReadOnlyError('The server is read-only.'))
      if (!this.#migrated) {
        await refuseLentSessions(connection.pool)
        events.migrated(await migrate(connection.pool))
        this.#migrated = true
      }
    } catch (error) {
      if (error instanceof MigrationError) throw error
      return this.#down(error)
    }
    if (this.#health.state === 'up') return
    const wasReported = this.#isReported
    this.#isReported = false
    this.#health = { state: 'up', since: Date.now() }
    if (wasReported) events.up(connection.place)
  }

  #down(error: unknown): void {
    const { connection, events } = this.#options
    const { kind, message } = outageOf(error, connection)
    const state = this.#migrated ? 'down' : 'starting'
    const isKnown = this.#isReported && this.#health.state === state && this.#kind === kind
    this.#health = { state, message, since: isKnown ? this.#health.since : Date.now() }
    if (isKnown) return
    this.#kind = kind
    this.#isReported = true
    events.down(message, error)
  }
}
