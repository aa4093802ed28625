import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

const FEW = 1_000

/** What an outcome `w` is that names what was written on the way; an index has only those. */
const NAMES = Prisma.sql`w.kind = 'outcome' AND cardinality(w.targets) > 0`

/** As a condition on actions `e`: one of their outcomes names a target, `w.targets`, that passes a test. */
export async function namedByOutcome(db: Db, test: Prisma.Sql): Promise<Prisma.Sql> {
  const rows = await db.$queryRaw<{ seq: bigint }[]>`
    SELECT w.intent_seq AS seq FROM audit_entry w WHERE ${NAMES} AND ${test} LIMIT ${FEW + 1}`
  // Where many do, they are soon found from the newest entry on.
  return rows.length > FEW
    ? Prisma.sql`EXISTS (SELECT 1 FROM audit_entry w WHERE w.intent_seq = e.seq AND ${NAMES} AND ${test})`
    : Prisma.sql`e.seq = ANY(${[...new Set(rows.map(({ seq }) => seq))]}::bigint[])`
}
