import { stripVTControlCharacters, styleText } from 'node:util'

type Tone = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** Puts a tone on a text, or leaves it as it is. */
export type Paint = (tone: Tone, text: string) => string

/** Paints for a terminal, or not at all. */
export function createPaint(colour: boolean): Paint {
  return (tone, text) => (colour && text !== '' ? styleText(tone, text, { validateStream: false }) : text)
}

/** What an output stream says about itself; Node.js answers hasColors by TERM and NO_COLOR. */
interface OutputStream {
  readonly isTTY?: boolean
  hasColors?(): boolean
}

/** Colours only on a terminal that has them, and never when NO_COLOR is set. */
export function hasColour(stream: OutputStream): boolean {
  return stream.isTTY === true && stream.hasColors?.() === true
}

/** Rows as columns two spaces apart. The last cell of a row is open-ended and widens no column. */
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

/** Characters a text takes on the screen: colours take none. */
export function widthOf(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}

/** What a terminal may obey, with what makes a colour of it. */
const CONTROL = /\r?\n|\t|\p{Cc}(\[[\d;]*m)?/gu

/** A text without what a terminal would obey instead of showing it, colours aside: names from files and from others may have it. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (found, colour?: string) => {
    if (/^(\r?\n|\t)$/.test(found)) return found
    return found.startsWith('\x1b') && colour ? found : `\ufffd${colour ?? ''}`
  })
}
