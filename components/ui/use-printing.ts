import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const PRINT = 'print'

/** Whether the page is printing, even before React has rendered for print. */
export function isPrinting(): boolean {
  return window.matchMedia(PRINT).matches
}

/** Whether the page is printing. Renders synchronously, because the browser prints the page when its event returns. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  // A layout effect, so that it precedes size measurements: printing may begin before React hydrates.
  useLayoutEffect(() => {
    const set = (now: boolean) => flushSync(() => setPrinting(now))
    const begin = () => set(true)
    const end = () => set(false)
    const media = window.matchMedia(PRINT)
    const change = () => set(media.matches)
    setPrinting(media.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    media.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      media.removeEventListener('change', change)
    }
  }, [])
  return printing
}
