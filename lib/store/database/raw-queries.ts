import pg, { type ClientBase } from 'pg'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

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
