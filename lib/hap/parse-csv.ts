/** A row of a CSV file with the line it begins on, from 1. */
interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a CSV file (RFC 4180), without empty lines. Its cells are parted by what the first line has: a comma, a semicolon or a tab. */
export function parseCsv(text: string): readonly CsvRow[] {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const begin = line
    const cells: string[] = []
    for (;;) {
      const cell = readCell(text, at, separator)
      cells.push(cell.value)
      line += cell.lines
      at = cell.end
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells })
  }
  return rows
}

interface Cell {
  readonly value: string
  /** Where it ends: at a separator, the end of the line or that of the text. */
  readonly end: number
  /** Line ends in it. */
  readonly lines: number
}

function readCell(text: string, start: number, separator: string): Cell {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start, separator)
    return { value: text.slice(start, end).trim(), end, lines: 0 }
  }
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    // Nobody closed it: the rest of the file is in it.
    const end = quote < 0 ? text.length : quote
    value += text.slice(at, end)
    if (quote < 0 || text[quote + 1] !== '"') {
      const after = endOfPlain(text, Math.min(end + 1, text.length), separator)
      return { value: value.trim(), end: after, lines: value.split('\n').length - 1 }
    }
    value += '"'
    at = quote + 2
  }
}

function endOfPlain(text: string, start: number, separator: string): number {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  return [',', ';', '\t'].find(separator => first.includes(separator)) ?? ','
}
