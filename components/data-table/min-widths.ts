import type { CSSProperties } from 'react'
import type { Column, Priority } from './column.ts'

/** Pixels of a column without a width of its own, at least. */
const FLEXIBLE = 160
/** Of the boxes, where rows can be chosen. */
const BOXES = 52

/**
 * What the table needs with the columns up to each priority, as the variables `--min-1` to `--min-4` of the style sheet. Below that it
 * scrolls sideways instead of squeezing a column.
 */
export function minWidths<Row, Group>(columns: readonly Column<Row, Group>[], selectable: boolean): CSSProperties {
  const upTo = (priority: Priority) =>
    columns
      .filter(column => (column.priority ?? 1) <= priority)
      .reduce((sum, { width, minWidth }) => sum + (width ?? minWidth ?? FLEXIBLE), selectable ? BOXES : 0)
  const variables = {
    '--min-1': `${upTo(1)}px`,
    '--min-2': `${upTo(2)}px`,
    '--min-3': `${upTo(3)}px`,
    '--min-4': `${upTo(4)}px`,
  }
  return variables as CSSProperties
}
