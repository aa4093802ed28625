import type { Secret } from '#lib/secret.ts'
import type { Connection } from './database/connection.ts'
import { MigrationError, migrate } from './database/migrate.ts'
import { type DatabaseClock, probeServer } from './database/server.ts'
import { readOnlyMessage, type StoreEvents, type StoreHealth, unreachableMessage } from './store.ts'

const PROBE_MS = 3_000
const UP_INTERVAL_MS = 5_000
const DOWN_INTERVAL_MS = 1_000

class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError'
}

function messageFor(error: unknown, connection: Connection): string {
  if (error instanceof MigrationError) return error.message
  return error instanceof ReadOnlyError ? readOnlyMessage(connection) : unreachableMessage(connection)
}

export interface ServerWatchOptions {
  readonly url: Secret<string>
  readonly connection: Connection
  /** Told the time of the server at each look. */
  readonly clock: DatabaseClock
  readonly events: StoreEvents
}

/** Asks a database server again and again whether it answers; migrates when it answers for the first time. */
export class ServerWatch {
  readonly #options: ServerWatchOptions
  #health: StoreHealth
  #migrated = false
  /** Whether somebody was told that it does not answer. */
  #told = false
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

  /** The first look; later ones follow by themselves. Throws MigrationError when the schema does not fit. */
  async start(): Promise<void> {
    await this.#look()
    this.#again()
  }

  /** Somebody met an error that looks like an outage: look at once. */
  suspect(): void {
    if (this.#stopped || this.#health.state !== 'up' || this.#check) return
    clearTimeout(this.#timer)
    void this.#lookQuietly()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #again(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    const pause = this.#health.state === 'up' ? UP_INTERVAL_MS : DOWN_INTERVAL_MS
    this.#timer = setTimeout(() => void this.#lookQuietly(), pause * (0.8 + 0.4 * Math.random())).unref()
  }

  /** A schema that does not fit shows only once the server answers again, and keeps the store down until it fits. */
  async #lookQuietly(): Promise<void> {
    this.#check ??= this.#look().catch((error: unknown) => this.#down(error))
    await this.#check
    this.#check = null
    this.#again()
  }

  async #look(): Promise<void> {
    const { url, connection, clock, events } = this.#options
    try {
      const { isWritable, time } = await probeServer(url, PROBE_MS)
      clock.learn(time)
      if (!isWritable) return this.#down(new ReadOnlyError('The server is read-only.'))
      if (!this.#migrated) {
        events.migrated(await migrate(connection.pool))
        this.#migrated = true
      }
    } catch (error) {
      if (error instanceof MigrationError) throw error
      return this.#down(error)
    }
    if (this.#health.state === 'up') return
    const told = this.#told
    this.#told = false
    this.#health = { state: 'up', since: Date.now() }
    if (told) events.up(connection.place)
  }

  #down(error: unknown): void {
    const { connection, events } = this.#options
    const message = messageFor(error, connection)
    const state = this.#migrated ? 'down' : 'starting'
    if (this.#health.state === state && this.#health.message === message) return
    this.#health = { state, message, since: Date.now() }
    this.#told = true
    events.down(message, error)
  }
}
