import { buildFileFinding, type Finding, renderFinding } from '#lib/rules-file/check-rules-file.ts'
import { Lines, type Place } from '#lib/rules-file/file-problem.ts'
import { paintFor } from '#lib/terminal.ts'

/** What came of reading one settings file: a value when there is no error. */
export interface FileReport<Value> {
  /** The file, or what stands in for it when none is set. */
  readonly file: string
  readonly value: Value | null
  readonly findings: readonly Finding[]
  /** The text the places of findings are in. */
  readonly lines: Lines
}

/** A report of a file that could not be used. */
export function failedReport(file: string, findings: readonly Finding[], lines = new Lines('')): FileReport<never> {
  return { file, value: null, findings, lines }
}

/** An error about a file as a whole, or at a place of it. */
export function errorFinding(message: string, hint: string | null, place: Place | null = null): Finding {
  return { ...buildFileFinding('error', { message, hint: hint ?? '', place }), hint }
}

/** The report for a terminal, as \`hap check\` prints it. */
export function formatReport({ file, findings, lines }: FileReport<unknown>): string {
  return findings.flatMap(finding => renderFinding(finding, file, lines, paintFor(false))).join('\n')
}
