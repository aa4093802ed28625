import { performance } from 'node:perf_hooks'
import { type Db, prismaClient } from '#lib/store/database/client.ts'
import { connectFailure } from '#lib/store/database/connect-failure.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { failureKind, StoreBusyError, StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { measure } from '#lib/util/measured.ts'
import {
  CommitUnknownError,
  guardedClient,
  runTransaction,
  type TransactionOptions,
  transactionClient,
} from './transaction.ts'

/**
 * Health of the database; `starting` until its first answer. `message` says what is wrong and what
 * to do; so does `full`, while reads work but the disk was full for a recent change.
 */
export type StoreHealth = { readonly since: number } & (
  | { readonly state: 'up'; readonly full?: string }
  | { readonly state: 'starting' | 'down'; readonly message: string }
)

/** The database of the console. */
export interface Store {
  readonly connection: Connection
  /** The models, outside transactions. Throws StoreUnavailableError at once while the database is down. */
  readonly db: Db
  /**
   * Runs `work` in a transaction and retries it after conflicts. Throws StoreConflictError,
   * StoreBusyError, StoreUnavailableError, or what `work` throws. `work` must await nothing but the
   * database.
   */
  transaction<Result>(work: (tx: Db) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  health(): StoreHealth
  /**
   * The database's time in milliseconds since 1970. Compare stored times only with this clock:
   * replicas differ.
   */
  now(): number
}

export interface StoreParts {
  readonly connection: Connection
  readonly slowMs: number
  readonly events: StoreEvents
  health(): StoreHealth
  now(): number
  /** Receives each error of an unavailable database. */
  suspect(error: unknown): void
}

const REPORT_EVERY_MS = 60_000

/** Time for which a disk counts as full after the last change that met it. */
const FULL_MS = 120_000

/** A store on an open connection. The caller watches and closes the connection. */
export function createStore({
  connection,
  slowMs,
  events,
  health,
  now,
  suspect,
}: StoreParts): Store & { disconnect(): Promise<void> } {
  const client = prismaClient(connection, ({ sql, ms }) => {
    if (ms >= slowMs) events.slow({ what: 'statement', sql, ms })
  })
  let isClosed = false
  const call = async <T>(operation: () => Promise<T>): Promise<T> => {
    // Prisma would reconnect, and nothing would close that connection.
    if (isClosed) throw new StoreUnavailableError('The database is closed: the console is shutting down.')
    const state = health()
    if (state.state !== 'up') throw new StoreUnavailableError(state.message)
    try {
      return await operation()
    } catch (error) {
      throw toStoreError(error)
    }
  }
  let fullReportedAt = -Infinity
  // Date.now() of the last change that met a full disk, as the start of the health's state.
  let fullAt = -Infinity
  const healthWithDisk = (): StoreHealth => {
    const state = health()
    const isFull = state.state === 'up' && fullAt >= state.since && Date.now() - fullAt < FULL_MS
    return isFull ? { ...state, full: diskFullMessage(connection) } : state
  }
  // Every write meets it, and reads still work: reported once in a while.
  const reportFull = (message: string, error: unknown) => {
    fullAt = Date.now()
    if (performance.now() - fullReportedAt < REPORT_EVERY_MS) return
    fullReportedAt = performance.now()
    events.down(message, error)
  }
  const toStoreError = (error: unknown): unknown => {
    if (error instanceof CommitUnknownError) {
      suspect(error.cause)
      return new StoreUnavailableError(
        `The connection to the database broke during the commit: whether it was written is not known. ${connection.place}`,
        { cause: error.cause, outcomeUnknown: true },
      )
    }
    const kind = failureKind(error)
    if (kind === 'unreachable') {
      suspect(error)
      return new StoreUnavailableError(unreachableMessage(connection, error), { cause: error })
    }
    if (kind === 'read-only') {
      suspect(error)
      return new StoreUnavailableError(readOnlyMessage(connection), { cause: error })
    }
    if (kind === 'full') {
      const message = diskFullMessage(connection)
      reportFull(message, error)
      return new StoreUnavailableError(message, { cause: error })
    }
    if (kind === 'busy')
      return new StoreBusyError('The database is overloaded. Try again in a few seconds.', {
        cause: error,
      })
    return error
  }
  const inside = transactionClient(client)
  return {
    connection,
    db: guardedClient(client, call),
    health: healthWithDisk,
    now,
    disconnect: () => {
      isClosed = true
      return client.$disconnect()
    },
    transaction: async (work, options) => {
      const begun = performance.now()
      try {
        return await measure('database-transaction', {}, () => call(() => runTransaction(inside, work, options)))
      } finally {
        const ms = performance.now() - begun
        if (ms >= slowMs) events.slow({ what: 'transaction', sql: null, ms: Math.round(ms) })
      }
    },
  }
}

/** Message for a server that answers but refuses changes, as after a switch of primary and standby. */
export function readOnlyMessage({ place }: Connection): string {
  return `The database accepts no changes: it is read-only (${place}). Check that DATABASE_URL points to the primary server. The console resumes by itself once it accepts changes.`
}

function diskFullMessage({ place }: Connection): string {
  return `The database accepts no changes: its disk is full (${place}). Free some space there. The console then resumes by itself.`
}

/** Message for a database that does not answer or refuses the connection, for pages and the terminal. */
export function unreachableMessage({ kind, place }: Connection, error: unknown): string {
  if (kind === 'embedded')
    return `The embedded database (${place}) stopped, as it does when its disk is full. Free some space there. The console then reopens it by itself.`
  const failure = connectFailure(error)
  if (failure?.isRefusal)
    return `The database refuses the console (${place}). ${failure.reason} The console resumes by itself once it is admitted.`
  const cause = failure === null ? '' : ` ${failure.reason}`
  return `The database is not responding (${place}).${cause} Check that it runs, that DATABASE_URL is right and that the network lets it through. The console resumes by itself once it responds.`
}

/** Events of a store for the caller's log. */
export interface StoreEvents {
  /** A slow statement or transaction. The SQL has no parameters. */
  slow(taken: { readonly what: 'statement' | 'transaction'; readonly sql: string | null; readonly ms: number }): void
  /** The database stopped answering; `cause` is for the log only. */
  down(message: string, cause: unknown): void
  up(place: string): void
  migrated(names: readonly string[]): void
}

/** No listener: commands report errors themselves. */
export const NO_EVENTS: StoreEvents = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
