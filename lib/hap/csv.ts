/**
 * Formats a line of a CSV file (RFC 4180) with its line end. A leading `'` turns cells that a
 * spreadsheet would run as formulas into text.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell => csvCell(cell ?? '')).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "$<end>'$<sign>")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Beginning of a formula, including full-width signs, and after blanks that some spreadsheets skip.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/**
 * The same for spreadsheets that split cells at semicolons or tabs, the default in many countries.
 */
const INNER_FORMULA = /(?<end>[;\t][\s\p{Cc}]*)(?<sign>[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/** A row of a CSV file and the line it begins on, from 1. */
interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses a CSV file (RFC 4180) without empty lines. The separator is detected in the first line:
 * comma, semicolon or tab.
 */
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
  /** Position after the cell: a separator, or the end of the line or text. */
  readonly end: number
  /** Number of line ends in the cell. */
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
    // An unclosed quotation mark takes the rest of the file.
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

type Listed = 'bindings' | 'shoots'

interface ListSources {
  /** Kind of the rows; all rows depend on bindings. */
  readonly rows: Listed
  readonly unread: readonly Listed[]
  /** Whether the clusters of the database are available, for lists that show them. */
  readonly database?: boolean | undefined
}

/**
 * Returns why an exported list would be incomplete now, as a sentence; null when it is complete.
 */
export function incompleteListReason({ rows, unread, database = true }: ListSources): string | null {
  const missing = unread.find(what => what === 'bindings' || what === rows)
  if (missing)
    return `Not all ${missing} have been read yet, so the file would be incomplete. Try again when the page shows them.`
  if (database) return null
  return 'The database is not responding, so the file would lack clusters known only to the database. Try again once it responds.'
}
