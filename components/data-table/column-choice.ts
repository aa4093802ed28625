import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { type Column, type Priority, USUAL_WIDTH } from './column.ts'

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
