import type { ReactNode } from 'react'

/** Position of a cell in the block layout below 900 pixels; `hidden` when another cell shows the value there. */
type NarrowPlace = 'title' | 'aside' | 'line' | 'hidden'

export type Priority = 1 | 2 | 3 | 4

/** One column of a DataTable. Define the list at module scope or memoise it: a new list renders every row again. */
export interface Column<Row, Group = never> {
  readonly id: string
  readonly header: string
  /** What the column says, on hover. */
  readonly tip?: string
  readonly cell: (row: Row) => ReactNode
  /** Its cell in a group row: a total, a hint. */
  readonly group?: (group: Group) => ReactNode
  /** Pixels. Columns without one share the rest. */
  readonly width?: number
  /** Its texts may be cut: of what a wide window has to spare it gets as much as a column without a width. */
  readonly grows?: boolean
  /** Pixels a column without a width gets at least; then the table scrolls sideways. */
  readonly minWidth?: number
  /** Is there for those who choose it. */
  readonly extra?: boolean
  /** `end` for numbers. */
  readonly align?: 'start' | 'end'
  /** 1 (default) is always there; 4 leaves first when the table gets narrow, then 3 and 2. */
  readonly priority?: Priority
  /** Default: the first column is the title, others are left out until they are chosen. */
  readonly narrow?: NarrowPlace
  /** Says its name before the value in a block, where the column head is missing. */
  readonly narrowLabel?: boolean
  /** Order of the first click on its head; without it the column does not sort. */
  readonly sort?: 'asc' | 'desc'
  /** Width of the bar in rows that are not loaded yet, as CSS length. */
  readonly skeleton?: string
}

/** The column a table is sorted by. */
export interface Sort {
  readonly id: string
  readonly desc: boolean
}

/**
 * The order after a click on a column head: first its default direction, then the opposite, then
 * the list's default order.
 */
export function getNextSort(sort: Sort | null, id: string, first: 'asc' | 'desc'): Sort | null {
  const firstDesc = first === 'desc'
  if (sort?.id !== id) return { id, desc: firstDesc }
  return sort.desc === firstDesc ? { id, desc: !firstDesc } : null
}

/** The order a `sort` parameter asks for, `-shoots`; null for the default order, which an unknown column means too. */
export function parseSort(
  text: string,
  columns: readonly { readonly id: string; readonly sort?: unknown }[],
): Sort | null {
  const desc = text.startsWith('-')
  const id = desc ? text.slice(1) : text
  return columns.some(column => column.id === id && column.sort !== undefined) ? { id, desc } : null
}

/** The `sort` parameter of an order; empty for the default one, which is not written. */
export function formatSort(sort: Sort | null): string {
  return sort ? `${sort.desc ? '-' : ''}${sort.id}` : ''
}
