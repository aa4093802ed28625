import { useSyncExternalStore } from 'react'

/** Paper has rows, however narrow it is. */
const QUERY = 'screen and (width < 900px)'

/** Whether the window is so narrow that rows are drawn as blocks. False on the server: the style sheet draws the blocks there. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      const media = window.matchMedia(QUERY)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    isNarrow,
    () => false,
  )
}

/** The same outside of rendering. */
export function isNarrow(): boolean {
  return window.matchMedia(QUERY).matches
}
