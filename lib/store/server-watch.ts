import type { Secret } from '#lib/util/secret.ts'
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
  /** Receives the server's time with each probe. */
  readonly clock: DatabaseClock
  readonly events: StoreEvents
}

/** Probes a database server periodically; migrates when it answers for the first time. */
export class ServerWatch {
  readonly #options: ServerWatchOptions
  #health: StoreHealth
  #migrated = false
  /** Whether an outage was reported. */
  #isReported = false
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
    const message = messageFor(error, connection)
    const state = this.#migrated ? 'down' : 'starting'
    if (this.#health.state === state && this.#health.message === message) return
    this.#health = { state, message, since: Date.now() }
    this.#isReported = true
    events.down(message, error)
  }
}
