const GAP = 6
const EDGE = 8

interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Size {
  readonly left: number
  readonly top: number
}

/**
 * Position of a floating box, in pixels of the window: below its anchor, else above it, else over
 * it, and within the window if it fits. `align` names the side that aligns with the anchor's;
 * `center` aligns the middles.
 */
export function computePosition(
  anchor: Box,
  box: Size,
  view: Size,
  align: 'start' | 'center' | 'end',
): { left: number; top: number } {
  const below = anchor.top + anchor.height + GAP
  const above = anchor.top - GAP - box.height
  const roomBelow = view.height - below - box.height
  const left = {
    start: anchor.left,
    center: anchor.left + (anchor.width - box.width) / 2,
    end: anchor.left + anchor.width - box.width,
  }[align]
  const fits = box.height + 2 * EDGE <= view.height
  const top = above >= EDGE ? above : fits ? view.height - EDGE - box.height : below
  return {
    left: Math.round(Math.max(EDGE, Math.min(left, view.width - box.width - EDGE))),
    top: Math.round(roomBelow >= EDGE ? below : top),
  }
}

/** Puts `box` at `anchor` on the screen. Both must be in the page; `box` must be fixed. */
export function positionAt(box: HTMLElement, anchor: Element, align: 'start' | 'center' | 'end'): void {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const size = { width: box.offsetWidth, height: box.offsetHeight }
  const { left, top } = computePosition(anchor.getBoundingClientRect(), size, view, align)
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}
