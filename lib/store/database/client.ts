import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg, { type ClientBase } from 'pg'
import { Prisma, PrismaClient } from '#lib/store/generated/prisma/client.ts'
import type { Connection } from './connection.ts'

/** Reads and writes of the models: of the whole database, or within a transaction. */
export type Db = Prisma.TransactionClient

/** A statement as it went to the database, without its parameters: they may name tenants. */
export interface ExecutedStatement {
  readonly sql: string
  readonly ms: number
}

/**
 * Prisma's client on a connection; `onStatement` hears of each statement with the time it took, waiting for a free session
 * included.
 */
export function prismaClient(
  { kind, pool }: Connection,
  onStatement: (statement: ExecutedStatement) => void,
): PrismaClient {
  const names = new StatementNames()
  // The embedded database has one session, whoever connects: it would know names that the driver does not.
  const named = kind === 'server' ? { statementNameGenerator: ({ sql }: { sql: string }) => names.nameOf(sql) } : {}
  const client = new PrismaClient({ adapter: new PrismaPg(pool, named), log: [{ emit: 'event', level: 'query' }] })
  client.$on('query', ({ query, duration }) => onStatement({ sql: query, ms: duration }))
  return client
}

/** Times a statement has come before it gets a name. */
const NAMED_AFTER = 5

/** Most names: each connection keeps every named statement for as long as it lives. */
const MAX_NAMES = 100

/** Most texts whose times are counted. */
const MAX_COUNTED = 1_000

/**
 * Names for statements that come again and again with the same text: the server parses and plans a named one once per connection,
 * which takes longer than to carry it out. What varies with its parameters, such as lists, gets none.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #times = new Map<string, number>()

  /** Empty: without a name. */
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
    // By the text: several clients may share a session.
    const name = `hap_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}

/** Statements as templates within a transaction: what both Prisma's client and `rawQueries` can do. */
export interface RawQueries {
  $queryRaw<Rows>(sql: TemplateStringsArray, ...values: readonly unknown[]): PromiseLike<Rows>
  $executeRaw(sql: TemplateStringsArray, ...values: readonly unknown[]): PromiseLike<number>
}

/** The same on a connection of the driver, for transactions that take longer than Prisma lets its own. */
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

/** As Prisma reads numbers that may be large; the driver would leave them text. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
}

/** A text as the database keeps it: PostgreSQL has neither NUL nor half a character, in a text as in JSON. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
