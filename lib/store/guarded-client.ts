import type { Db } from './database/client.ts'
import type { PrismaClient } from './generated/prisma/client.ts'
import { isInTransaction, noteFailure } from './transaction.ts'

/**
 * The client for work outside transactions. `call` runs each operation: it may refuse it, or say an error in other words. Inside
 * a transaction it refuses to work: the embedded database has one connection, and would wait for itself.
 */
export function outsideClient(client: PrismaClient, call: <T>(operation: () => Promise<T>) => Promise<T>): Db {
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
export function insideClient(client: PrismaClient): PrismaClient {
  const guarded = client.$extends({
    query: {
      $allOperations: async ({ args, query }) => {
        try {
          return await query(args)
        } catch (error) {
          noteFailure(error)
          throw error
        }
      },
    },
  })
  return guarded as unknown as PrismaClient
}
