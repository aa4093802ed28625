import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg, { type ClientBase } from 'pg'
import { Prisma, PrismaClient } from '#lib/store/generated/prisma/client.ts'
import type { Connection } from './connection.ts'

/** The models, for the whole database or within a transaction. */
export type Db = Prisma.TransactionClient

/** An executed statement without parameters, which may name tenants. */
export interface ExecutedStatement {
  readonly sql: string
  readonly ms: number
}

/**
 * Prisma's client on a connection. `onStatement` receives each statement with its duration,
 * including the wait for a free session.
 */
export function prismaClient(
  { kind, pool }: Connection,
  onStatement: (statement: ExecutedStatement) => void,
): PrismaClient {
  const names = new StatementNames()
  // The embedded database has one session for all connections: it would know names that the driver
  // does not.
  const named = kind === 'server' ? { statementNameGenerator: ({ sql }: { sql: string }) => names.nameOf(sql) } : {}
  const client = new PrismaClient({ adapter: new PrismaPg(pool, named), log: [{ emit: 'event', level: 'query' }] })
  client.$on('query', ({ query, duration }) => onStatement({ sql: query, ms: duration }))
  return client
}

/** Number of runs after which a statement gets a name. */
const NAMED_AFTER = 5

/** Maximum number of names: each connection holds every named statement for its lifetime. */
const MAX_NAMES = 100

/** Maximum number of counted texts. */
const MAX_COUNTED = 1_000

/**
 * Names statements that repeat with the same text: the server parses and plans a named one once per
 * connection, which takes longer than running it. Statements whose text varies get none.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #times = new Map<string, number>()

  /** Empty for no name. */
  nameOf(sql: string): string {
    const known = this.#names.get(sql) ?? ''
    if (known !== '' || this.#names.size === MAX_NAMES) return known
    const times = (this.#times.get(sql) ?? 0) + 1
    if (times < NAMED_AFTER) {
      if (this.#times.size === MAX_COUNTED) this.#times.clear()
      this.#times.set(sql, times)
      return ''
    }
    this.#times.delete(sql)
    // Derived from the text: several clients may share a session.
    const name = `hap_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}

/** Template statements within a transaction, by Prisma's client or by rawQueries. */
export interface RawQueries {
  $queryRaw<Rows>(sql: TemplateStringsArray, ...values: readonly unknown[]): PromiseLike<Rows>
  $executeRaw(sql: TemplateStringsArray, ...values: readonly unknown[]): PromiseLike<number>
}

/** Template statements on a connection of the driver, for transactions longer than Prisma permits. */
export function rawQueries(client: ClientBase): RawQueries {
  const run = (sql: TemplateStringsArray, values: readonly unknown[]) => {
    const { text, values: bound } = Prisma.sql(sql, ...values)
    return client.query({ text, values: bound, types: TYPES })
  }
  return {
    $queryRaw: async <Rows>(sql: TemplateStringsArray, ...values: readonly unknown[]) =>
      (await run(sql, values)).rows as Rows,
    $executeRaw: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
  }
}

/** Parses 64-bit integers as Prisma does; the driver returns text. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
}

/**
 * A text that PostgreSQL can store: without NUL and lone surrogates, which neither text nor JSON
 * may contain.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
