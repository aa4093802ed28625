import type { Db } from '#lib/store/database/client.ts'

const FEW = 1_000

/** The actions whose outcome says something like it; null when those are many. */
export async function intentsByDetail(db: Db, pattern: string): Promise<readonly bigint[] | null> {
  const rows = await db.$queryRaw<{ seq: bigint }[]>`
    SELECT s.intent_seq AS seq FROM audit_entry o JOIN audit_status s ON s.outcome_seq = o.seq
     WHERE o.detail ILIKE ${pattern} LIMIT ${FEW + 1}`
  return rows.length > FEW ? null : rows.map(({ seq }) => seq)
}
