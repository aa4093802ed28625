import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'

/** Position of a cell in the block layout below 900 pixels; `hidden` when another cell shows the value there. */
type NarrowPlace = 'title' | 'aside' | 'line' | 'hidden'

type Priority = 1 | 2 | 3 | 4

/** One column of a DataTable. Define the list at module scope or memoise it: a new list renders every row again. */
export interface Column<Row, Group = never> {
  readonly id: string
  readonly header: string
  /** Tooltip of the column head. */
  readonly tip?: string
  readonly cell: (row: Row) => ReactNode
  /** Cell of the column in a group row, such as a total. */
  readonly group?: (group: Group) => ReactNode
  /** Pixels. Columns without one share the rest. */
  readonly width?: number
  /** Whether the column gets a share of spare width, because its texts may be cut. */
  readonly grows?: boolean
  /** Minimum pixels of a column without a width; below the sum, the table scrolls sideways. */
  readonly minWidth?: number
  /** Hidden by default; a person can choose it. */
  readonly extra?: boolean
  /** `end` for numbers. */
  readonly align?: 'start' | 'end'
  /** 1 (default) is always shown; 4 is hidden first when the table gets narrow, then 3 and 2. */
  readonly priority?: Priority
  /** Default: the first column is the title, and the others are hidden until they are chosen. */
  readonly narrow?: NarrowPlace
  /** Shows the column name before the value in a block, which has no column head. */
  readonly narrowLabel?: boolean
  /** Order after the first click on the column head; without it the column does not sort. */
  readonly sort?: 'asc' | 'desc'
  /** Width of the bar in rows that are not loaded yet, as CSS length. */
  readonly skeleton?: string
}

/** Sort column and direction of a table. */
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

/**
 * Parses a `sort` parameter, such as `-shoots`; null = the default order, also for unknown columns.
 */
export function parseSort(
  text: string,
  columns: readonly { readonly id: string; readonly sort?: unknown }[],
): Sort | null {
  const desc = text.startsWith('-')
  const id = desc ? text.slice(1) : text
  return columns.some(column => column.id === id && column.sort !== undefined) ? { id, desc } : null
}

/** Formats an order as `sort` parameter; empty for the default order. */
export function formatSort(sort: Sort | null): string {
  return sort ? `${sort.desc ? '-' : ''}${sort.id}` : ''
}

/** Minimum width of a column without a `width`, in pixels. */
const FLEXIBLE_WIDTH = 160
/** Width of the checkbox column, in pixels. */
const CHECKBOX_WIDTH = 52

/**
 * Width of a table, in pixels, in a window of 1440 pixels: without the navigation and the widest
 * scroll bar.
 */
const USUAL_WIDTH = 1212

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

type Choosable = Pick<Column<never>, 'id' | 'extra' | 'priority' | 'narrow'>

/**
 * Minimum width of the table's frame, in pixels, for the columns of each priority. Matches the
 * style sheet.
 */
const ROOM: Readonly<Record<Priority, number>> = { 1: 0, 2: 750, 3: 1050, 4: USUAL_WIDTH }

/**
 * Parses a `cols` parameter, such as `name,state`; null selects the default columns. The first
 * column is always included, and unknown names are ignored.
 */
export function parseColumns(text: string, columns: readonly Choosable[]): ReadonlySet<string> | null {
  const asked = new Set(text.split(','))
  if (!columns.some(({ id }) => asked.has(id))) return null
  return new Set(columns.filter(({ id }, index) => index === 0 || asked.has(id)).map(({ id }) => id))
}

/** Formats a choice as `cols` parameter; empty for the default columns. */
export function formatColumns(
  chosen: ReadonlySet<string>,
  columns: readonly Choosable[],
  byItself: ReadonlySet<string>,
): string {
  if (chosen.symmetricDifference(byItself).size === 0) return ''
  return columns
    .map(({ id }) => id)
    .filter(id => chosen.has(id))
    .join(',')
}

/** Default columns of a frame of this width in pixels; null = rows rendered as blocks. */
export function defaultColumns(columns: readonly Choosable[], width: number | null): ReadonlySet<string> {
  const fits = ({ priority = 1, narrow }: Choosable, index: number) =>
    width === null ? index === 0 || narrow !== undefined : width >= ROOM[priority]
  return new Set(columns.filter((column, index) => !column.extra && fits(column, index)).map(({ id }) => id))
}

/** Columns of a choice. Chosen columns stay in a narrow frame, where the table scrolls sideways. */
export function shownColumns<Row, Group>(
  columns: readonly Column<Row, Group>[],
  chosen: ReadonlySet<string> | null,
): readonly Column<Row, Group>[] {
  if (chosen === null) return columns.filter(({ extra }) => !extra)
  return columns.filter(({ id }) => chosen.has(id)).map(permanent)
}

function permanent<Row, Group>(column: Column<Row, Group>, index: number): Column<Row, Group> {
  if (index === 0 || column.narrow !== undefined) return { ...column, priority: 1 }
  return { ...column, priority: 1, narrow: 'line', narrowLabel: true }
}

/** Which columns of a table are shown. */
export interface ColumnChoice<Row, Group = never> {
  readonly all: readonly Column<Row, Group>[]
  readonly shown: readonly Column<Row, Group>[]
  /** Null while the default columns are shown. */
  readonly chosen: ReadonlySet<string> | null
  /** The choice as `cols` parameter; empty for the default. */
  readonly cols: string
  readonly choose: (cols: string) => void
}

/** The chosen columns, stored in the URL parameter `cols`. Pass a stable `columns` list. */
export function useColumnChoice<Row, Group = never>(columns: readonly Column<Row, Group>[]): ColumnChoice<Row, Group> {
  const [text, choose] = useParameter('cols')
  const chosen = useMemo(() => parseColumns(text, columns), [text, columns])
  const shown = useMemo(() => shownColumns(columns, chosen), [columns, chosen])
  return { all: columns, shown, chosen, cols: chosen ? [...chosen].join(',') : '', choose }
}
