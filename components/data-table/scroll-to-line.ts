import type { TableWindow } from './use-table-window.ts'

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
