'use client'

import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Column, isWide, minWidths, type Sort } from './column.ts'
import styles from './data-table.module.css'
import { useDensity } from './density-provider.tsx'
import { SortMenu, TableHead } from './table-head.tsx'
import { TableLine } from './table-row.tsx'
import type { RowSelection, TableSource } from './table-source.ts'
import { FIRST_LINE, findActiveLine, useRowKeys } from './use-row-keys.ts'
import { scrollAroundLine, type TableWindow, useNarrow, useTableWindow, visibleLines } from './use-table-window.ts'

/** Visible lines, counted from 1. */
interface LinesInSight {
  readonly first: number
  readonly last: number
  readonly total: number
}

interface DataTableProps<Row, Group> {
  /** Name of the table: "Pools". */
  readonly label: string
  readonly columns: readonly Column<Row, Group>[]
  readonly source: TableSource<Row, Group>
  /** The requested order; the rows may still have the previous one. */
  readonly sort?: Sort | null
  /** Enables sorting. */
  readonly onSort?: (sort: Sort | null) => void
  /** Enables row selection. */
  readonly selection?: RowSelection<Row>
  /** Renders the footer for the visible lines. */
  readonly footer?: (lines: LinesInSight) => ReactNode
  /** Whether the rows belong to the previous search or order. */
  readonly busy?: boolean
  /** Called on pointer and keyboard input in the rows. */
  readonly onTouch?: ((event: SyntheticEvent) => void) | undefined
  /** Identifies search and order. A new value scrolls the table to its first line. */
  readonly resetKey?: string
}

/**
 * Virtualized table with native `<table>` markup and keyboard navigation: j and k from anywhere on
 * the page; arrows, Home, End, Page Up and Page Down on a row; Enter follows the link in the first
 * column; x selects a row, and with Shift j, k and the arrows extend the selection.
 */
export function DataTable<Row, Group = never>(props: DataTableProps<Row, Group>) {
  const { label, columns, source, sort = null, onSort, selection, footer, busy = false, resetKey, onTouch } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const narrow = useNarrow()
  const shownSort = useShownSort(sort, busy)
  const [active, setActive] = useState(FIRST_LINE)
  const activeIndex = findActiveLine(active, source)
  const activate = useCallback((index: number, key: string) => setActive({ index, key }), [])
  const [density] = useDensity()
  const virtualizer = useTableWindow({ source, narrow, density, activeIndex, frame, body })
  const selectable = selection !== undefined
  const widths = useMemo(() => minWidths(columns, selectable), [columns, selectable])

  const { focusLine, ...keys } = useRowKeys({ source, active: activeIndex, activate, body, virtualizer, selection })
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 }
  useEffect(() => {
    if (endIndex >= startIndex) source.onWindow?.(startIndex, endIndex)
  }, [source, startIndex, endIndex])

  const place = useRestoredPosition({
    label,
    resetKey,
    frame,
    virtualizer,
    narrow,
    reset: () => setActive(FIRST_LINE),
    focusLine,
    keyAt: index => source.at(index).key,
  })

  const { lines, rest } = visibleLines(virtualizer)
  const lineKeys = distinctKeys(lines.map(({ index }) => source.at(index).key))
  return (
    <>
      {onSort && <SortMenu columns={columns} sort={sort} onSort={onSort} />}
      <div ref={frame} className={styles.frame} {...keys} {...place}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus, which is what a grid is
          role="grid"
          className={styles.table}
          style={widths}
          aria-label={label}
          aria-rowcount={source.count + 1}
          aria-busy={busy || undefined}
          aria-multiselectable={selectable || undefined}
          data-selectable={selectable || undefined}
          data-density={density}
          data-wide={isWide(columns, selectable) || undefined}
        >
          <TableHead columns={columns} sort={sort} shownSort={shownSort} onSort={onSort} selection={selection} />
          <tbody ref={body} onPointerMove={onTouch} onKeyDown={onTouch}>
            {lines.flatMap(({ index, gap }, at) => [
              <Gap key={`gap-${index}`} height={gap} />,
              <TableLine
                key={lineKeys[at]}
                item={source.at(index)}
                columns={columns}
                selection={selection}
                index={index}
                active={index === activeIndex}
                onFocus={activate}
                measure={narrow ? virtualizer.measureElement : undefined}
              />,
            ])}
            <Gap height={rest} />
          </tbody>
        </table>
      </div>
      {footer?.({ first: startIndex + 1, last: Math.min(endIndex + 1, source.count), total: source.count })}
    </>
  )
}

/** Makes keys unique: pages of a list loaded before and after a change may both contain a row. */
function distinctKeys(keys: readonly string[]): readonly string[] {
  return keys.map((key, at) => (keys.indexOf(key) === at ? key : `${key} again ${at}`))
}

/** Spacer for the lines that are not rendered. It has one cell, since more would create columns for hidden ones. */
function Gap({ height }: { readonly height: number }) {
  if (height < 1) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is focusable only with a tab index, and this one has none
    <tr className={styles.gap} style={{ height }} aria-hidden="true">
      <td />
    </tr>
  )
}

/** The order of the visible rows: the previous one until rows in the new order arrive. */
function useShownSort(sort: Sort | null, busy: boolean): Sort | null {
  const [shown, setShown] = useState(sort)
  if (!busy && (shown?.id !== sort?.id || shown?.desc !== sort?.desc)) setShown(sort)
  return busy ? shown : sort
}

/** The row and scroll position at which a link of a table was followed. */
interface TablePosition {
  readonly table: string
  readonly resetKey: string | undefined
  readonly index: number
  readonly key: string
  readonly top: number
}

interface RestoredPositionOptions {
  readonly label: string
  readonly resetKey: string | undefined
  readonly frame: RefObject<HTMLElement | null>
  readonly virtualizer: TableWindow
  /** Rows render as blocks, whose heights are unknown before rendering. */
  readonly narrow: boolean
  readonly reset: () => void
  /** Moves the focus to a line once it is rendered. */
  readonly focusLine: (index: number, key: string) => void
  readonly keyAt: (index: number) => string
}

/**
 * Stores the position in the history entry of the page, so that the back button returns to the
 * opened row. A new search or order starts at the first line.
 */
function useRestoredPosition(options: RestoredPositionOptions): { onClickCapture: (event: MouseEvent) => void } {
  const { label, resetKey, frame, virtualizer, narrow, reset, focusLine, keyAt } = options
  const list = useRef<string | null | undefined>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `resetKey` is the sign; the rest is what it acts on
  useEffect(() => {
    const opened = list.current === null
    if (!opened && list.current === resetKey) return
    list.current = resetKey
    const place = opened ? loadPosition(label, resetKey) : null
    if (place) {
      if (narrow) scrollAroundLine(virtualizer, place.index)
      else if (frame.current) frame.current.scrollTop = place.top
      focusLine(place.index, place.key)
    } else if (!opened) {
      reset()
      if (frame.current) frame.current.scrollTop = 0
    }
  }, [resetKey])

  const onClickCapture = ({ target }: MouseEvent) => {
    const row = target instanceof Element && target.closest('a[href]') ? target.closest('tr[data-index]') : null
    const index = Number(row?.getAttribute('data-index') ?? Number.NaN)
    if (Number.isNaN(index)) return
    savePosition({ table: label, resetKey, index, key: keyAt(index), top: frame.current?.scrollTop ?? 0 })
  }
  return { onClickCapture }
}

const STATE_KEY = 'hapPlace'

/** Without a URL argument, Next.js leaves the state of the history entry unchanged. */
function savePosition(place: TablePosition): void {
  window.history.replaceState({ ...window.history.state, [STATE_KEY]: place }, '')
}

function loadPosition(table: string, resetKey: string | undefined): TablePosition | null {
  const place: TablePosition | undefined = window.history.state?.[STATE_KEY]
  return place?.table === table && place.resetKey === resetKey ? place : null
}
