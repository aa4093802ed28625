import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#lib/store/database/client.ts'
import { failureKind, isFromDatabase, StoreConflictError } from '#lib/store/database/store-errors.ts'
import type { PrismaClient } from '#lib/store/generated/prisma/client.ts'
import { type BackOffBounds, backOffMs } from '#lib/util/retry.ts'

export interface TransactionOptions {
  /**
   * `serializable` (default): as if alone. `read-committed`: for work that first locks the row all its rivals lock
   * (see lockPoolSlots); it then sees what they committed, where serializable would fail and start again.
   */
  readonly isolation?: 'serializable' | 'read-committed'
}

/** Times the work of a transaction is tried. */
const ATTEMPTS = 12
const DELAYS: BackOffBounds = { firstMs: 4, maxMs: 400 }

/** To begin, and to end, in milliseconds. */
const LIMITS = { maxWait: 30_000, timeout: 20_000 } as const

interface Running {
  /** First error of the database within; it ended the transaction, whatever was caught. */
  failure: unknown
  /** Whether the work is done and only the commit can fail. */
  committing: boolean
}

const running = new AsyncLocalStorage<Running>()

/** Whether this code runs inside a transaction; then only its own client may be used. */
function isInTransaction(): boolean {
  return running.getStore() !== undefined
}

/** Notes an error of the database, so that work that catches it cannot seem to be committed. */
function recordFailure(error: unknown): void {
  const transaction = running.getStore()
  if (transaction && transaction.failure === undefined && isFromDatabase(error)) transaction.failure = error
}

/** A connection that broke while the commit was under way: nobody knows whether it was done. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError'
}

/**
 * Runs `work` in a transaction. When it loses against another one it is run again, a bounded number of times after growing random
 * pauses: so it must do nothing that cannot be repeated, and never wait for anything but the database.
 */
export async function runTransaction<Result>(
  client: PrismaClient,
  work: (tx: Db) => Promise<Result>,
  { isolation = 'serializable' }: TransactionOptions = {},
): Promise<Result> {
  if (isInTransaction()) throw new Error('A transaction was begun inside a transaction. Hand over its tx instead.')
  // Read committed is what every session begins with: asking for it would be one more way to the database and back.
  const level = isolation === 'serializable' ? ({ isolationLevel: 'Serializable' } as const) : {}
  for (let attempt = 1; ; attempt++) {
    const state: Running = { failure: undefined, committing: false }
    try {
      return await client.$transaction(tx => running.run(state, () => runWork(tx, work, state)), {
        ...LIMITS,
        ...level,
      })
    } catch (error) {
      const kind = failureKind(error)
      if (kind === 'unreachable' && state.committing)
        throw new CommitUnknownError('The connection broke during the commit.', { cause: error })
      if (kind !== 'conflict') throw error
      if (attempt === ATTEMPTS)
        throw new StoreConflictError(
          `Others changed the same data ${ATTEMPTS} times in a row. Try again in a moment.`,
          {
            cause: error,
          },
        )
      await sleep(delayBefore(attempt + 1))
    }
  }
}

async function runWork<Result>(tx: Db, work: (tx: Db) => Promise<Result>, state: Running): Promise<Result> {
  const result = await work(tx)
  if (state.failure !== undefined) throw state.failure
  state.committing = true
  return result
}

/** Milliseconds before an attempt: random up to a bound that doubles, so that rivals part. */
function delayBefore(attempt: number): number {
  return Math.random() * backOffMs(attempt, DELAYS)
}

/**
 * The client for work outside transactions. `call` runs each operation: it may refuse it, or say an error in other words. Inside
 * a transaction it refuses to work: the embedded database has one connection, and would wait for itself.
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
  // Nothing but the calls is changed; the type of an extended client only says so at length.
  return guarded as unknown as Db
}

/** The client transactions are begun on: it keeps the first error of the database in mind. */
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
 * Locks the keys of what is counted or changed by one transaction at a time, until it ends: pools (poolKey), and beside them the
 * states of bindings, the alarms and the views of a person, each under a key of its own. To be the first thing in a transaction with
 * isolation `read-committed`: what follows sees all that was committed before.
 */
export async function lockKeys(tx: Db, keys: readonly string[]): Promise<void> {
  // In one order everywhere: else two transactions with two keys each could wait for each other.
  const sorted = [...new Set(keys)].sort()
  await tx.$executeRaw`INSERT INTO pool_slot (key) SELECT unnest(${sorted}::text[]) ON CONFLICT DO NOTHING`
  await tx.$queryRaw`SELECT key FROM pool_slot WHERE key = ANY(${sorted}::text[]) ORDER BY key FOR UPDATE`
}
