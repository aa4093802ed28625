import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { readCasesFile } from '#lib/rules-file/read-cases-file.ts'

/** The cases of a text; none for one that nobody can read. */
export function casesOf(text: string): readonly PinnedCase[] {
  if (text === '') return []
  const read = readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read.cases : []
}
