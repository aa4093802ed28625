import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from '#lib/store/generated/prisma/client.ts'
import type { Connection } from './connection.ts'
import { StatementNames } from './statement-names.ts'

/** Reads and writes of the models: of the whole database, or within a transaction. */
export type Db = Prisma.TransactionClient

/** A statement as it went to the database, without its parameters: they may name tenants. */
export interface StatementTaken {
  readonly sql: string
  readonly ms: number
}

/**
 * Prisma's client on a connection; `onStatement` hears of each statement with the time it took, waiting for a free session
 * included.
 */
export function prismaClient(
  { kind, pool }: Connection,
  onStatement: (statement: StatementTaken) => void,
): PrismaClient {
  const names = new StatementNames()
  // The embedded database has one session, whoever connects: it would know names that the driver does not.
  const named = kind === 'server' ? { statementNameGenerator: ({ sql }: { sql: string }) => names.nameOf(sql) } : {}
  const client = new PrismaClient({ adapter: new PrismaPg(pool, named), log: [{ emit: 'event', level: 'query' }] })
  client.$on('query', ({ query, duration }) => onStatement({ sql: query, ms: duration }))
  return client
}
