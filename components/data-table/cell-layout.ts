import type { Column, Priority } from './column.ts'

/** How the cells of a column are drawn, as data attributes for the style sheet. */
interface CellLayout {
  readonly 'data-align': 'start' | 'end'
  readonly 'data-priority': Priority
  readonly 'data-narrow': string
  readonly 'data-label': string | undefined
}

/** The layout of a column, at its place among the others. */
export function layoutOf<Row, Group>(column: Column<Row, Group>, index: number): CellLayout {
  return {
    'data-align': column.align ?? 'start',
    'data-priority': column.priority ?? 1,
    'data-narrow': column.narrow ?? (index === 0 ? 'title' : 'hidden'),
    'data-label': column.narrowLabel ? column.header : undefined,
  }
}
