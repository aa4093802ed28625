import { type CaseChanges, caseChanges } from '#lib/hap/cases/pinned-case.ts'
import { casesOf } from '#lib/rules-file/cases-of.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type Publication, publicationAt } from '#lib/store/publications.ts'

/** What a revision did to the pinned cases of the one before it. */
export async function revisionCaseChanges(db: Db, { number, pinned }: Publication): Promise<CaseChanges> {
  const before = number === 1 ? null : await publicationAt(db, number - 1)
  return caseChanges(casesOf(before?.pinned ?? ''), casesOf(pinned))
}
