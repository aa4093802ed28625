import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

interface Choice {
  /** Condition on `value`; default: any. */
  readonly test?: Prisma.Sql
  /** Default: all. */
  readonly limit?: number
}

/** Actions or actors that occur, in the order of the alphabet: read from the index, whatever the length of the log. */
export async function occurring(
  db: Db,
  column: 'action' | 'actor',
  { test = Prisma.sql`TRUE`, limit }: Choice = {},
): Promise<readonly string[]> {
  const name = Prisma.raw(column)
  const rows = await db.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE known AS (
      (SELECT min(${name}) AS value FROM audit_entry)
      UNION ALL
      SELECT (SELECT min(${name}) FROM audit_entry WHERE ${name} > known.value) FROM known WHERE known.value IS NOT NULL
    )
    SELECT value FROM known WHERE value IS NOT NULL AND ${test} LIMIT ${limit ?? null}::int`
  return rows.map(({ value }) => value)
}
