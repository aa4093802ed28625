import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { type Prisma, PrismaClient } from '#lib/store/generated/prisma/client.ts'

/** Reads and writes of the models: of the whole database, or within a transaction. */
export type Db = Prisma.TransactionClient

/** A statement as it went to the database, without its parameters: they may name tenants. */
export interface StatementTaken {
  readonly sql: string
  readonly ms: number
}

/** Prisma's client on a pool; `onStatement` hears of each statement with the time it took, waiting for a connection included. */
export function prismaClient(pool: Pool, onStatement: (statement: StatementTaken) => void): PrismaClient {
  const client = new PrismaClient({ adapter: new PrismaPg(pool), log: [{ emit: 'event', level: 'query' }] })
  client.$on('query', ({ query, duration }) => onStatement({ sql: query, ms: duration }))
  return client
}
