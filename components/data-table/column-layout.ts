import type { CSSProperties } from 'react'
import type { Column, Priority } from './column.ts'

/** Minimum width of a column without a `width`, in pixels. */
const FLEXIBLE_WIDTH = 160
/** Width of the checkbox column, in pixels. */
const CHECKBOX_WIDTH = 52

/**
 * Width of a table, in pixels, in a window of 1440 pixels: without the navigation and the widest
 * scroll bar.
 */
export const USUAL_WIDTH = 1212

/** Whether the columns together are wider than USUAL_WIDTH. */
export function isWide(columns: readonly Pick<Column<never>, 'width' | 'minWidth'>[], selectable: boolean): boolean {
  return roomOf(columns, selectable) > USUAL_WIDTH
}

/**
 * Minimum widths of the table with the columns up to each priority, as the CSS variables `--min-1`
 * to `--min-4`. Below them the table scrolls sideways.
 */
export function minWidths<Row, Group>(columns: readonly Column<Row, Group>[], selectable: boolean): CSSProperties {
  const upTo = (priority: Priority) =>
    roomOf(
      columns.filter(column => (column.priority ?? 1) <= priority),
      selectable,
    )
  const variables = {
    '--min-1': `${upTo(1)}px`,
    '--min-2': `${upTo(2)}px`,
    '--min-3': `${upTo(3)}px`,
    '--min-4': `${upTo(4)}px`,
  }
  return variables as CSSProperties
}

/**
 * Share of the spare width that each growing column gets; columns without a width share the rest.
 */
export function growth(columns: readonly Pick<Column<never>, 'width' | 'grows'>[]): number {
  return 1 / columns.filter(({ width, grows }) => grows || width === undefined).length
}

function roomOf(columns: readonly Pick<Column<never>, 'width' | 'minWidth'>[], selectable: boolean): number {
  return columns.reduce(
    (sum, { width, minWidth }) => sum + (width ?? minWidth ?? FLEXIBLE_WIDTH),
    selectable ? CHECKBOX_WIDTH : 0,
  )
}

/** Layout of the cells of a column, as data attributes for the style sheet. */
interface CellLayout {
  readonly 'data-align': 'start' | 'end'
  readonly 'data-priority': Priority
  readonly 'data-narrow': string
  readonly 'data-label': string | undefined
}

/** Layout of a column at an index. */
export function layoutOf<Row, Group>(column: Column<Row, Group>, index: number): CellLayout {
  return {
    'data-align': column.align ?? 'start',
    'data-priority': column.priority ?? 1,
    'data-narrow': column.narrow ?? (index === 0 ? 'title' : 'hidden'),
    'data-label': column.narrowLabel ? column.header : undefined,
  }
}
