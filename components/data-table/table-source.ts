/** One line of a table: a row, the head of a group, or a row that is not loaded yet. */
export type TableItem<Row, Group = never> =
  | {
      readonly kind: 'row'
      readonly key: string
      readonly row: Row
      /** Deleted, but still shown because the rows are held. */
      readonly gone?: boolean
    }
  | {
      readonly kind: 'group'
      readonly key: string
      readonly group: Group
      readonly open: boolean
      readonly toggle: () => void
    }
  | { readonly kind: 'pending'; readonly key: string }

/** The lines of a table. The table reads only visible lines, so that 20,000 rows need not be loaded. */
export interface TableSource<Row, Group = never> {
  /** Number of all lines, including those that are not loaded. */
  readonly count: number
  /** Whether some lines are group heads, which are lower. */
  readonly grouped: boolean
  readonly at: (index: number) => TableItem<Row, Group>
  /** The first contiguous range of loaded lines; `end` is exclusive. */
  readonly loaded: { readonly first: number; readonly end: number }
  /** Called with the first and last visible line, to load missing ones. */
  readonly onWindow?: (first: number, last: number) => void
}

/** A source with all rows loaded. */
export function listSource<Row>(rows: readonly Row[], keyOf: (row: Row) => string): TableSource<Row> {
  return {
    count: rows.length,
    grouped: false,
    loaded: { first: 0, end: rows.length },
    at: index => {
      const row = rows[index]
      return row === undefined ? { kind: 'pending', key: `pending-${index}` } : { kind: 'row', key: keyOf(row), row }
    },
  }
}

interface RowGroup<Row, Group> {
  readonly key: string
  readonly group: Group
  readonly rows: readonly Row[]
}

interface Grouping<Row> {
  readonly keyOf: (row: Row) => string
  /** Keys of the groups whose rows are hidden. */
  readonly closed: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

/** Rows under the heads of their groups. */
export function groupedSource<Row, Group>(
  groups: readonly RowGroup<Row, Group>[],
  { keyOf, closed, onToggle }: Grouping<Row>,
): TableSource<Row, Group> {
  const items = groups.flatMap(({ key, group, rows }): TableItem<Row, Group>[] => {
    const open = !closed.has(key)
    const head = { kind: 'group', key: `group-${key}`, group, open, toggle: () => onToggle(key) } as const
    return [head, ...(open ? rows.map(row => ({ kind: 'row', key: keyOf(row), row }) as const) : [])]
  })
  return {
    count: items.length,
    grouped: true,
    loaded: { first: 0, end: items.length },
    at: index => items[index] ?? { kind: 'pending', key: `pending-${index}` },
  }
}

const NOTHING = { first: 0, end: 0 }

/** A source of `count` pending lines, for the first paint of a list. */
export function pendingSource<Row, Group = never>(count: number): TableSource<Row, Group> {
  return { count, grouped: false, loaded: NOTHING, at: index => ({ kind: 'pending', key: `pending-${index}` }) }
}

/** Row selection, controlled by the component that renders the table. */
export interface RowSelection<Row> {
  readonly has: (key: string) => boolean
  /**
   * Toggles a row; `extend` selects from the last one to this. Pass a stable function: a new one
   * renders every row again.
   */
  readonly pick: (index: number, key: string, extend: boolean) => void
  /** State of all rows of the list, including those that are not loaded. */
  readonly all: boolean | 'mixed'
  readonly onAll: (chosen: boolean) => void
  /** Accessible name of a row's checkbox. */
  readonly nameOf: (row: Row) => string
}

/** Number of rows after the last visible one to load ahead. */
const READ_AHEAD = 40

/** First and last page, counted from 0, that contain the visible rows `from` to `to`. */
export function visibleParts(
  from: number,
  to: number,
  partRows: number,
): { readonly first: number; readonly last: number } {
  return { first: Math.floor(from / partRows), last: Math.floor((to + READ_AHEAD) / partRows) }
}
