import type { TableSource } from './table-source.ts'
import type { TableWindow } from './use-table-window.ts'

interface DrawnLines {
  /** Each with the height of what is left out before it. */
  readonly lines: readonly { readonly index: number; readonly gap: number }[]
  /** The height of what is left out after the last one. */
  readonly rest: number
}

/** The lines in sight, and some around them. */
export function linesInSight(virtualizer: TableWindow): DrawnLines {
  const drawn = virtualizer.getVirtualItems()
  const start = virtualizer.options.scrollMargin
  return {
    lines: drawn.map((line, at) => ({ index: line.index, gap: line.start - (drawn[at - 1]?.end ?? start) })),
    rest: virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? start) - start),
  }
}

/** All lines that are there: paper has no scroll bar. */
export function printedLines({ loaded: { first, end } }: Pick<TableSource<never>, 'loaded'>): DrawnLines {
  return { lines: Array.from({ length: end - first }, (_, at) => ({ index: first + at, gap: 0 })), rest: 0 }
}
