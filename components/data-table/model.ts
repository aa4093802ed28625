import { type ColumnDef, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { Column, Priority } from './column.ts'

/**
 * What of TanStack Table is in use: columns and sorting. Rows do not pass through it, since a list holds only those in sight; which of
 * its columns are shown, and which rows are selected, become features here.
 */
export const FEATURES = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<CellLayout>() })

export type Features = typeof FEATURES

/** Stands for the rows, which the table takes from its source. */
export const NO_ROWS: readonly object[] = []

/** How the cells of a column are drawn, as data attributes for the style sheet. */
interface CellLayout {
  readonly 'data-align': 'start' | 'end'
  readonly 'data-priority': Priority
  readonly 'data-narrow': string
  readonly 'data-label': string | undefined
}

/** TanStack's definition of our columns. */
export function columnDefs<Row, Group>(columns: readonly Column<Row, Group>[]): ColumnDef<Features, object>[] {
  return columns.map((column, index) => ({
    id: column.id,
    header: column.header,
    accessorFn: () => null,
    enableSorting: column.sort !== undefined,
    sortDescFirst: column.sort === 'desc',
    meta: layoutOf(column, index),
  }))
}

export function layoutOf<Row, Group>(column: Column<Row, Group>, index: number): CellLayout {
  return {
    'data-align': column.align ?? 'start',
    'data-priority': column.priority ?? 1,
    'data-narrow': column.narrow ?? (index === 0 ? 'title' : 'hidden'),
    'data-label': column.narrowLabel ? column.header : undefined,
  }
}
