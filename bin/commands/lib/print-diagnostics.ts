import type { Severity } from '#lib/hap/rules/diagnostic.ts'
import { type Finding, renderFinding } from '#lib/rules-file/check-rules-file.ts'
import type { Io } from '../../command.ts'
import { counted } from './counted.ts'
import type { LoadedRules } from './load-rules.ts'

/** Prints findings as compilers do, each with the line it is about. */
export function printFindings({ name, read, findings }: LoadedRules, io: Io): void {
  const lines = 'file' in read ? read.file.lines : read.lines
  for (const finding of findings) {
    for (const line of renderFinding(finding, name, lines, io.paint)) io.err(line)
  }
}

/** `2 errors, 1 warning`. */
export function tally(findings: readonly Finding[]): string {
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  const present = (['error', 'warning'] as const).filter(severity => count(severity) > 0)
  return present.map(severity => counted(count(severity), severity)).join(', ')
}
