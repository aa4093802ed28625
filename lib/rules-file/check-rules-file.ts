import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Diagnostic, Fix, Severity, TextRange } from '#lib/hap/rules/diagnostic.ts'
import { rulesetOfSource } from '#lib/hap/rules/rule-source.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import type { Paint } from '#lib/util/terminal.ts'
import type { FileProblem, Lines, Place } from './file-problem.ts'
import { type ReadRulesFile, readRulesFile } from './read-rules-file.ts'

/** The parsed rules file with all findings. */
export interface CheckedRules {
  readonly read: ReadRulesFile
  /** Null when the file or its rules are invalid; then at least one finding is an error. */
  readonly ruleset: Ruleset | null
  readonly findings: readonly Finding[]
}

/** Parses the bytes of a rules file and validates its rules. Never throws. */
export function checkRulesFile(bytes: Uint8Array, plans: Plans, policy: Policy): CheckedRules {
  const read = readRulesFile(bytes)
  if ('problems' in read) return { read, ruleset: null, findings: listFindings(read, []) }
  const { ruleset, diagnostics } = rulesetOfSource(read.file.source, plans, policy)
  const isWhole = read.file.unreadable.length === 0
  return { read, ruleset: isWhole ? ruleset : null, findings: listFindings(read, diagnostics) }
}

/** An error or warning at a position of a file, from the parser or from the engine. */
export interface Finding {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly place: Place | null
  /** Number of columns to underline; at least one. */
  readonly length: number
  /** Positions of other rules that the finding is about. */
  readonly related: readonly Place[]
  /** The same position in the rule texts, and the fix that resolves it there. */
  readonly range: TextRange | null
  readonly fix: Fix | null
}

/**
 * Merges the problems of the parser with the engine's diagnostics, in the order of the file;
 * findings without a position come last.
 */
export function listFindings(read: ReadRulesFile, diagnostics: readonly Diagnostic[]): readonly Finding[] {
  if ('problems' in read) return read.problems.map(problem => buildFileFinding('error', problem))
  const { placeOf, unreadable, warnings } = read.file
  const place = (range: TextRange) => placeOf(range.rule, range.start)
  const unreadableRules = new Set(unreadable.map(({ rule }) => rule))
  const remaining = diagnostics.filter(({ range }) => range === null || !unreadableRules.has(range.rule))
  const findings = remaining.map(({ severity, code, message, hint, range, related, fix }) => {
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
    ...unreadable.map(problem => buildFileFinding('error', problem)),
    ...findings,
    ...warnings.map(warning => buildFileFinding('warning', warning)),
  ].toSorted((a, b) => comparePlaces(a.place, b.place))
}

function comparePlaces(a: Place | null, b: Place | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.line - b.line || a.column - b.column
}

function underline(start: Place, end: Place): number {
  return start.line === end.line ? Math.max(1, end.column - start.column) : 1
}

/** Builds a finding from a problem of the file. */
export function buildFileFinding(severity: Severity, { message, hint, place }: FileProblem): Finding {
  return { severity, code: 'file', message, hint, place, length: 1, related: [], range: null, fix: null }
}

/**
 * Formats a finding as compilers do: file:line:column, the line with carets below, and a hint.
 * Returns lines.
 */
export function renderFinding(finding: Finding, name: string, lines: Lines, paint: Paint): readonly string[] {
  const { severity, code, message, hint, place, related } = finding
  const where = place ? `${name}:${place.line}:${place.column}` : name
  const tone = severity === 'error' ? 'red' : 'yellow'
  const head = `${paint('bold', where)}: ${paint(tone, severity)}: ${message} ${paint('dim', `[${code}]`)}`
  const margin = ' '.repeat(String(place?.line ?? '').length + 2)
  const others = related.map(other => `${margin}${paint('cyan', 'see')}  ${name}:${other.line}:${other.column}`)
  const advice = hint === null ? [] : [`${margin}${paint('cyan', 'hint')} ${hint}`]
  return [head, ...(place ? excerpt(place, finding.length, lines, tone, paint) : []), ...others, ...advice, '']
}

/** Returns the line with carets below; a long line is cut around them. */
function excerpt(place: Place, length: number, lines: Lines, tone: 'red' | 'yellow', paint: Paint): readonly string[] {
  const line = lines.line(place.line)
  const from = place.column > 80 ? place.column - 40 : 0
  const shown = line.slice(from, from + 120).replaceAll('\t', ' ')
  const start = place.column - 1 - from
  const carets = '^'.repeat(Math.max(1, Math.min(length, shown.length - start)))
  const number = String(place.line)
  return [
    `${paint('dim', ` ${number} |`)} ${shown}`,
    `${paint('dim', ` ${' '.repeat(number.length)} |`)} ${' '.repeat(start)}${paint(tone, carets)}`,
  ]
}
