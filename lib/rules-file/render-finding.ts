import type { Paint } from '#lib/terminal.ts'
import type { Lines, Place } from './file-problem.ts'
import type { Finding } from './finding.ts'

/** A finding as compilers print it: file:line:column, the line with a caret below, and what to do. Out: lines. */
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

/** The line of a place and carets under it; a long line is cut around them. */
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
