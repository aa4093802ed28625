import { stripVTControlCharacters, styleText } from 'node:util'

type Tone = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** Adds a colour or style to a text, or returns the text unchanged. */
export type Paint = (tone: Tone, text: string) => string

/** A Paint that adds colours only if `colour` is set. */
export function createPaint(colour: boolean): Paint {
  return (tone, text) => (colour && text !== '' ? styleText(tone, text, { validateStream: false }) : text)
}

/** Properties of an output stream; Node.js derives hasColors from TERM and NO_COLOR. */
interface OutputStream {
  readonly isTTY?: boolean
  hasColors?(): boolean
}

/** Whether the stream is a terminal with colours; false when NO_COLOR is set. */
export function hasColour(stream: OutputStream): boolean {
  return stream.isTTY === true && stream.hasColors?.() === true
}

/** Formats rows as columns with two spaces between them. The last cell of a row widens no column. */
export function formatColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell))
  }
  return rows.map(row => {
    const padded = row.map((cell, column) => {
      return column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))
    })
    return padded.join('  ')
  })
}

/** Characters of a text on the screen, without colours. */
export function widthOf(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}

/** Control sequences of terminals; the group matches the rest of a colour. */
const CONTROL = /\r?\n|\t|\p{Cc}(\[[\d;]*m)?/gu

/** Replaces control characters other than colours, which names from files and other systems may contain. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (found, colour?: string) => {
    if (/^(\r?\n|\t)$/.test(found)) return found
    return found.startsWith('\x1b') && colour ? found : `\ufffd${colour ?? ''}`
  })
}
