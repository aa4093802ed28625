import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { scrollAroundLine, type TableWindow } from './use-table-window.ts'

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
export function useRestoredPosition(options: RestoredPositionOptions): { onClickCapture: (event: MouseEvent) => void } {
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
