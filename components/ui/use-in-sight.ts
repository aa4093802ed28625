import { type RefObject, useEffect, useRef } from 'react'

/** For a row of tabs: on a narrow screen the open one may be out of sight; it is shown, and the page itself stays where it is. */
export function useInSight<Row extends HTMLElement>(open: string): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    if (row.current) showOpen(row.current)
  }, [open])
  return row
}

function showOpen(row: HTMLElement): void {
  const tab = row.querySelector('[aria-selected="true"], [aria-current]')
  if (!tab || row.scrollWidth <= row.clientWidth) return
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  const gutter = Number.parseFloat(getComputedStyle(row).paddingLeft) || 0
  if (inner.right + gutter > outer.right) row.scrollLeft += inner.right + gutter - outer.right
  else if (inner.left - gutter < outer.left) row.scrollLeft -= outer.left + gutter - inner.left
}
