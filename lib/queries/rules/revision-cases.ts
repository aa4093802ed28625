import { type CaseChanges, caseChanges } from '#lib/hap/cases/case-changes.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { readCasesFile } from '#lib/rules-file/read-cases-file.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type Publication, publicationAt } from '#lib/store/rules/publication.ts'

/** What a revision did to the pinned cases of the one before it. */
export async function revisionCaseChanges(db: Db, { number, pinned }: Publication): Promise<CaseChanges> {
  const before = number === 1 ? null : await publicationAt(db, number - 1)
  return caseChanges(casesOf(before?.pinned ?? ''), casesOf(pinned))
}

/** None for a text that an older console wrote in another form. */
function casesOf(text: string): readonly PinnedCase[] {
  if (text.trim() === '') return []
  const read = readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read.cases : []
}
