import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#lib/store/database/client.ts'
import { failureKind, isFromDatabase, StoreConflictError } from '#lib/store/database/store-errors.ts'
import type { PrismaClient } from '#lib/store/generated/prisma/client.ts'
import { type BackOffBounds, backOffMs, retry } from '#lib/util/retry.ts'

export interface TransactionOptions {
  /**
   * `serializable` (default): as if alone. `read-committed`: for work that first locks a row that
   * all rivals lock (see lockKeys); it then sees their commits, where serializable would fail and
   * retry.
   */
  readonly isolation?: 'serializable' | 'read-committed'
}

/** Maximum number of attempts. */
const ATTEMPTS = 12
const DELAYS: BackOffBounds = { firstMs: 16, maxMs: 400 }

/** Milliseconds to begin and to finish. */
const LIMITS = { maxWait: 30_000, timeout: 20_000 } as const

interface Running {
  /** First error of the database; it ended the transaction even if the work caught it. */
  failure: unknown
  /** The work is done and only the commit can fail. */
  committing: boolean
}

const running = new AsyncLocalStorage<Running>()

/** Whether this code runs inside a transaction, where only its own client may be used. */
function isInTransaction(): boolean {
  return running.getStore() !== undefined
}

/** Records an error of the database, so that work which catches it cannot appear committed. */
function recordFailure(error: unknown): void {
  const transaction = running.getStore()
  if (transaction && transaction.failure === undefined && isFromDatabase(error)) transaction.failure = error
}

/** The connection broke during the commit, so its outcome is unknown. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError'
}

/**
 * Runs `work` in a transaction. After a conflict it retries with growing random delays, up to
 * ATTEMPTS: `work` must be repeatable and await nothing but the database.
 */
export async function runTransaction<Result>(
  client: PrismaClient,
  work: (tx: Db) => Promise<Result>,
  { isolation = 'serializable' }: TransactionOptions = {},
): Promise<Result> {
  if (isInTransaction()) throw new Error('A transaction was begun inside a transaction. Hand over its tx instead.')
  // Every session defaults to read committed: setting it would cost a round trip.
  const level = isolation === 'serializable' ? ({ isolationLevel: 'Serializable' } as const) : {}
  const attempt = async () => {
    const state: Running = { failure: undefined, committing: false }
    try {
      return await client.$transaction(tx => running.run(state, () => runWork(tx, work, state)), {
        ...LIMITS,
        ...level,
      })
    } catch (error) {
      if (failureKind(error) === 'unreachable' && state.committing)
        throw new CommitUnknownError('The connection broke during the commit.', { cause: error })
      throw error
    }
  }
  return retry(attempt, async (error, retries) => {
    if (failureKind(error) !== 'conflict') throw error
    if (retries + 1 === ATTEMPTS)
      throw new StoreConflictError(`Others changed the same data ${ATTEMPTS} times in a row. Try again in a moment.`, {
        cause: error,
      })
    // A random delay up to a bound that doubles, so that rivals separate.
    await sleep(Math.random() * backOffMs(retries, DELAYS))
  })
}

async function runWork<Result>(tx: Db, work: (tx: Db) => Promise<Result>, state: Running): Promise<Result> {
  const result = await work(tx)
  if (state.failure !== undefined) throw state.failure
  state.committing = true
  return result
}

/**
 * The client outside transactions. `call` runs each operation, and may refuse it or translate its
 * error. Throws inside a transaction: the embedded database has one connection and would wait for
 * itself.
 */
export function guardedClient(client: PrismaClient, call: <T>(operation: () => Promise<T>) => Promise<T>): Db {
  const guarded = client.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        if (isInTransaction()) throw new Error('Inside a transaction only its own tx may be used.')
        return call(() => query(args))
      },
    },
  })
  // Only calls are wrapped; the type of an extended client is longer but equivalent.
  return guarded as unknown as Db
}

/** The client of transactions: records the first error of the database. */
export function transactionClient(client: PrismaClient): PrismaClient {
  const guarded = client.$extends({
    query: {
      $allOperations: async ({ args, query }) => {
        try {
          return await query(args)
        } catch (error) {
          recordFailure(error)
          throw error
        }
      },
    },
  })
  return guarded as unknown as PrismaClient
}

/**
 * Locks keys until the end of the transaction: pools by poolKey, and other keys for binding states,
 * alarms and the views of a user. Call it first in a `read-committed` transaction: later statements
 * then see everything that was committed before.
 */
export async function lockKeys(tx: Db, keys: readonly string[]): Promise<void> {
  // Always in the same order, so that two transactions do not deadlock.
  const sorted = [...new Set(keys)].sort()
  await tx.$executeRaw`INSERT INTO pool_slot (key) SELECT unnest(${sorted}::text[]) ON CONFLICT DO NOTHING`
  await tx.$queryRaw`SELECT key FROM pool_slot WHERE key = ANY(${sorted}::text[]) ORDER BY key FOR UPDATE`
}
