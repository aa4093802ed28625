import type { Diagnostic, Fix, Severity, TextRange } from '#lib/hap/rules/diagnostic.ts'
import type { FileProblem, Place } from './file-problem.ts'
import type { ReadRulesFile } from './read-rules-file.ts'

/** Something wrong at a place of a file, whichever part of the reading found it. */
export interface Finding {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly place: Place | null
  /** Columns on the line of the place to underline; at least one. */
  readonly length: number
  /** Places of other rules it is about. */
  readonly related: readonly Place[]
  /** The same place in the rule texts, and what would resolve it there. */
  readonly range: TextRange | null
  readonly fix: Fix | null
}

/** Everything found in a rule file that was read, and by the engine in its rules; in the order of the file, what has no place last. */
export function findingsOf(read: ReadRulesFile, diagnostics: readonly Diagnostic[]): readonly Finding[] {
  if ('problems' in read) return read.problems.map(problem => fileFinding('error', problem))
  const { placeOf, unreadable, warnings } = read.file
  const place = (range: TextRange) => placeOf(range.rule, range.start)
  const told = new Set(unreadable.map(({ rule }) => rule))
  const untold = diagnostics.filter(({ range }) => range === null || !told.has(range.rule))
  const findings = untold.map(({ severity, code, message, hint, range, related, fix }) => {
    const length = range ? underline(place(range), placeOf(range.rule, range.end)) : 1
    return {
      severity,
      code,
      message,
      hint,
      place: range && place(range),
      length,
      related: related.map(place),
      range,
      fix,
    }
  })
  return [
    ...unreadable.map(problem => fileFinding('error', problem)),
    ...findings,
    ...warnings.map(warning => fileFinding('warning', warning)),
  ].toSorted((a, b) => comparePlaces(a.place, b.place))
}

function comparePlaces(a: Place | null, b: Place | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.line - b.line || a.column - b.column
}

function underline(start: Place, end: Place): number {
  return start.line === end.line ? Math.max(1, end.column - start.column) : 1
}

/** What was found by reading a file, before its rules. */
export function fileFinding(severity: Severity, { message, hint, place }: FileProblem): Finding {
  return { severity, code: 'file', message, hint, place, length: 1, related: [], range: null, fix: null }
}
