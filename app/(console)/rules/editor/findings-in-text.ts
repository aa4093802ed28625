import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { Finding } from '#lib/rules-file/finding.ts'

/** More marks than this tell nothing more. */
const MOST_MARKS = 500

/** Findings at their places in a text, with the fix of each as its action; what has no place stands in the list alone. */
export function findingsInText(
  doc: Text,
  findings: readonly Finding[],
  fix: (finding: Finding) => void,
): readonly Diagnostic[] {
  return findings.slice(0, MOST_MARKS).flatMap(finding => {
    const span = findingSpan(doc, finding)
    if (!span) return []
    const { severity, message, hint } = finding
    const actions = finding.fix ? [{ name: plain(finding.fix.title), apply: () => fix(finding) }] : []
    return [{ ...span, severity, message: plain(hint === null ? message : `${message} ${hint}`), actions }]
  })
}

/** The engine puts what can be pasted between backticks; the editor shows it, and has it read out, without them. */
function plain(words: string): string {
  return words.replaceAll('`', '')
}

/** Where a finding stands in a text; null for one about the whole file. */
export function findingSpan(doc: Text, { place, length }: Finding): { from: number; to: number } | null {
  if (!place || place.line > doc.lines) return null
  const line = doc.line(place.line)
  const from = Math.min(line.from + place.column - 1, line.to)
  return { from, to: Math.min(from + length, line.to) }
}
