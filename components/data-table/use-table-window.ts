import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Density } from '../ui/appearance.ts'
import type { TableSource } from './table-source.ts'

/** Heights of a row; the same as in the style sheet. */
const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 40, compact: 32 }
const GROUP_HEIGHT = 32
const HEAD_HEIGHT = 32
/** Estimated height of a row rendered as a block, before it is measured. */
const BLOCK_HEIGHT = 96
const GROUP_BLOCK_HEIGHT = 40
/** Height of the footer, which stays visible in a narrow window. */
const FOOTER_HEIGHT = 48
/** Viewport of the server rendering: enough lines for a complete first paint on a large screen. */
const FIRST_PAINT = { width: 1184, height: 900 }

interface WindowOptions<Row, Group> {
  readonly source: TableSource<Row, Group>
  readonly narrow: boolean
  readonly density: Density
  /** The active line; it stays rendered outside the visible range, so that it keeps the focus. */
  readonly activeIndex: number
  readonly frame: RefObject<HTMLDivElement | null>
  readonly body: RefObject<HTMLTableSectionElement | null>
}

export type TableWindow = Virtualizer<HTMLElement, HTMLTableRowElement>

/**
 * Virtualizer of a table. The table's frame scrolls; in a narrow window the main region does, and
 * lines are measured.
 */
export function useTableWindow<Row, Group>(options: WindowOptions<Row, Group>): TableWindow {
  const { source, narrow, density, activeIndex, frame, body } = options
  const [margin, setMargin] = useState(HEAD_HEIGHT)
  const [drawn] = useState(createRangeExtractor)
  // Reads the media query directly: `narrow` is wrong during hydration, and a frame that does not
  // scroll is as high as all its rows.
  const getScrollElement = useCallback(
    () => (isNarrow() ? (frame.current?.closest('main') ?? null) : frame.current),
    [frame],
  )
  const virtualizer: TableWindow = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: source.count,
    getScrollElement,
    estimateSize: index => {
      const group = source.grouped && source.at(index).kind === 'group'
      if (narrow) return group ? GROUP_BLOCK_HEIGHT : BLOCK_HEIGHT
      return group ? GROUP_HEIGHT : ROW_HEIGHTS[density]
    },
    overscan: 0,
    scrollMargin: margin,
    scrollPaddingStart: narrow ? 0 : HEAD_HEIGHT,
    scrollPaddingEnd: narrow ? FOOTER_HEIGHT : 0,
    initialRect: FIRST_PAINT,
    rangeExtractor: useCallback(
      (range: Range) => includeLine(drawn(range), activeIndex, range.count),
      [activeIndex, drawn],
    ),
  })

  useLayoutEffect(() => {
    if (!narrow) return setMargin(HEAD_HEIGHT)
    const scroller = getScrollElement()
    if (!scroller || !body.current) return
    const above = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    setMargin(Math.round(above))
  })

  // Measured heights are stale when the lines at their indexes change.
  const layout = source.grouped ? source : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layout` is what makes heights stale
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, narrow, density, layout])

  return virtualizer
}

function includeLine(indexes: number[], line: number, count: number): number[] {
  if (line < 0 || line >= count || indexes.includes(line)) return indexes
  return [...indexes, line].sort((a, b) => a - b)
}

/** Number of lines rendered beyond the visible ones, in and against the scroll direction. */
const AHEAD = 4
const BEHIND = 1

/**
 * Creates a range extractor for one list. It renders more lines ahead of the scroll direction than
 * behind, because each rendered line costs time in every frame. Before the first scroll the
 * direction is unknown.
 */
export function createRangeExtractor(): (range: Range) => number[] {
  let last: number | null = null
  let isDown: boolean | null = null
  return ({ startIndex, endIndex, count }) => {
    if (last !== null && startIndex !== last) isDown = startIndex > last
    last = startIndex
    const first = Math.max(0, startIndex - (isDown === true ? BEHIND : AHEAD))
    const end = Math.min(count - 1, endIndex + (isDown === false ? BEHIND : AHEAD))
    return Array.from({ length: end - first + 1 }, (_, at) => first + at)
  }
}

interface RenderedLines {
  /** Lines to render, each with the height of the omitted lines before it. */
  readonly lines: readonly { readonly index: number; readonly gap: number }[]
  /** Height of the omitted lines after the last one. */
  readonly rest: number
}

/** Visible lines and a few around them. */
export function visibleLines(virtualizer: TableWindow): RenderedLines {
  const drawn = virtualizer.getVirtualItems()
  const start = virtualizer.options.scrollMargin
  return {
    lines: drawn.map((line, at) => ({ index: line.index, gap: line.start - (drawn[at - 1]?.end ?? start) })),
    rest: virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? start) - start),
  }
}

/**
 * Scrolls the minimum that shows the whole line, without animation, so that a held key does not
 * wait. Where heights are estimates, the row scrolls itself into view once it is rendered.
 */
export function scrollToLine(virtualizer: TableWindow, index: number): void {
  const scroller = virtualizer.scrollElement
  const atTop = virtualizer.getOffsetForIndex(index, 'start')?.[0]
  const atEnd = virtualizer.getOffsetForIndex(index, 'end')?.[0]
  if (!scroller || atTop === undefined || atEnd === undefined) return
  scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, atEnd), atTop)
}

/** Scrolls so that the line is in the middle. */
export function scrollAroundLine(virtualizer: TableWindow, index: number): void {
  const middle = virtualizer.getOffsetForIndex(index, 'center')?.[0]
  if (virtualizer.scrollElement && middle !== undefined) virtualizer.scrollElement.scrollTop = middle
}

const QUERY = '(width < 900px)'

/** Cached, because a list reads it in each frame of a scroll. */
let media: MediaQueryList | null = null

/** Whether rows render as blocks. False on the server, where the style sheet makes the blocks. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      const own = window.matchMedia(QUERY)
      own.addEventListener('change', listener)
      return () => own.removeEventListener('change', listener)
    },
    isNarrow,
    () => false,
  )
}

/** The same outside of rendering. */
export function isNarrow(): boolean {
  media ??= window.matchMedia(QUERY)
  return media.matches
}
