import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { readCasesFile } from '#lib/rules-file/read-cases-file.ts'

/** The pinned cases of a document, or what is wrong with it in sentences; none for none. */
export function readCases(
  text: string,
): { readonly cases: readonly PinnedCase[] } | { readonly problems: readonly string[] } {
  if (text.trim() === '') return { cases: [] }
  const read = readCasesFile(new TextEncoder().encode(text))
  if (!('problems' in read)) return read
  return {
    problems: read.problems.map(
      ({ message, hint, place }) => `Cases${place === null ? '' : `, line ${place.line}`}: ${message} ${hint}`,
    ),
  }
}
