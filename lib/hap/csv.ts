/** One line of a CSV file (RFC 4180), with its end. What a spreadsheet would run as a formula is made a text by `'`. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell => csvCell(cell ?? '')).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "$<end>'$<sign>")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What spreadsheets take for the beginning of a formula, also the full-width forms, and after blanks, which some leave out. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** The same where a spreadsheet divides cells by semicolons or tabs, as it does in many countries. */
const INNER_FORMULA = /(?<end>[;\t][\s\p{Cc}]*)(?<sign>[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu
