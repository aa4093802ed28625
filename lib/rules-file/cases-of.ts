import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { readCasesFile } from './read-cases-file.ts'

/** The cases of a document that was kept; none for an empty one, and for one that another version wrote in another form. */
export function casesOf(text: string): readonly PinnedCase[] {
  if (text.trim() === '') return []
  const read = readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read.cases : []
}
