import type { Db } from '#lib/store/database/client.ts'

/** Keeps the texts of a rules revision, unless they are kept already. */
export async function keepRules(db: Db, revision: string, texts: readonly string[]): Promise<void> {
  await db.rulesRevision.createMany({ data: [{ revision, texts: [...texts] }], skipDuplicates: true })
}

/** The rules of a revision in their order; null when they were not kept. */
export async function ruleTextsOf(db: Db, revision: string): Promise<readonly string[] | null> {
  const row = await db.rulesRevision.findUnique({ where: { revision }, select: { texts: true } })
  return row?.texts ?? null
}
